package dev.setpoint.scheduler;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.queue.QueuedPod;
import dev.setpoint.scheduler.volume.ClaimFacts;
import dev.setpoint.scheduler.volume.VolumeBindings;
import dev.setpoint.scheduler.volume.VolumeChooser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;

/// Pods that have a node and wait there for their volumes. Whoever makes volumes may take minutes; nobody is kept busy
/// meanwhile. A wait is looked at when its pod or one of its claims has changed, and when its time has come.
final class VolumeWaits {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final VolumeChooser chooser;
    /// By pod, in the order in which they are given up: patience is the same for all.
    private final SequencedMap<ObjectKey, Wait> waits = new LinkedHashMap<>();
    /// The pods that wait for a claim.
    private final Map<ObjectKey, Set<ObjectKey>> byClaim = new LinkedHashMap<>();
    /// The pods whose waits have to be looked at.
    private final Set<ObjectKey> due = new LinkedHashSet<>();

    /// @param until when it is given up, in monotonic nanoseconds
    /// @param shown whether the cache has shown the node's name on the claims that are to be provisioned there
    private record Wait(QueuedPod pod, String node, VolumeBindings plan, long until, boolean shown) {}

    /// A wait that is over.
    ///
    /// @param bound whether every claim has its volume; otherwise the pod needs another try
    record Over(QueuedPod pod, String node, boolean bound) {}

    VolumeWaits(VolumeChooser chooser) {
        this.chooser = chooser;
    }

    void add(QueuedPod pod, String node, VolumeBindings plan, long now) {
        waits.putLast(pod.key(), new Wait(pod, node, plan, now + LONGEST.toNanos(), false));
        for (ObjectKey claim : pod.pod().pod().claimKeys()) {
            byClaim.computeIfAbsent(claim, _ -> new LinkedHashSet<>()).add(pod.key());
        }
        due.add(pod.key());
    }

    void podChanged(ObjectKey pod) {
        if (waits.containsKey(pod)) {
            due.add(pod);
        }
    }

    /// @param storage a claim, or something else that nobody waits for
    void storageChanged(ObjectKey storage) {
        due.addAll(byClaim.getOrDefault(storage, Set.of()));
    }

    /// Ends the waits that have come to something, no more than there is room for.
    ///
    /// @param wanted whether a pod is still to be bound
    List<Over> over(Predicate<QueuedPod> wanted, int room, long now) {
        for (Wait wait : waits.values()) {
            if (wait.until > now) {
                break;
            }
            due.add(wait.pod.key());
        }
        List<Over> over = new ArrayList<>();
        for (ObjectKey pod : List.copyOf(due)) {
            Wait wait = Objects.requireNonNull(waits.get(pod));
            boolean bound = chooser.allBound(wait.pod.pod().pod());
            if (!wanted.test(wait.pod)) {
                end(wait);
            } else if (bound || wait.until <= now || isRefused(wait)) {
                if (over.size() < room) {
                    end(wait);
                    over.add(new Over(wait.pod, wait.node, bound));
                }
            } else {
                due.remove(pod);
                if (!wait.shown && namesNode(wait)) {
                    waits.put(pod, new Wait(wait.pod, wait.node, wait.plan, wait.until, true));
                }
            }
        }
        return over;
    }

    /// A provisioner that cannot make the volume on that node takes the node's name off the claim.
    private boolean isRefused(Wait wait) {
        return wait.shown && !namesNode(wait);
    }

    private boolean namesNode(Wait wait) {
        return wait.plan.provisions().stream()
                .allMatch(claim -> chooser.volumes()
                        .claim(claim.key())
                        .map(current -> names(current, wait.node))
                        .orElse(false));
    }

    private static boolean names(ClaimFacts claim, String node) {
        return !claim.deleting() && (claim.bound() || claim.selectedNode().equals(node));
    }

    private void end(Wait wait) {
        ObjectKey pod = wait.pod.key();
        waits.remove(pod);
        due.remove(pod);
        for (ObjectKey claim : wait.pod.pod().pod().claimKeys()) {
            byClaim.computeIfPresent(claim, (_, pods) -> pods.remove(pod) && pods.isEmpty() ? null : pods);
        }
        chooser.release(wait.plan);
    }

    OptionalLong nextTime() {
        return waits.values().stream().mapToLong(Wait::until).findFirst();
    }

    boolean isEmpty() {
        return waits.isEmpty();
    }
}
