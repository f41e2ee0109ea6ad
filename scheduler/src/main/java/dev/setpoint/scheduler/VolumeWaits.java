package dev.setpoint.scheduler;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.queue.QueuedPod;
import dev.setpoint.scheduler.volume.ClaimFacts;
import dev.setpoint.scheduler.volume.VolumeChooser;
import dev.setpoint.scheduler.volume.VolumePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// Pods that have a node and wait there for their volumes. Whoever makes volumes may take minutes; nobody is kept busy
/// meanwhile.
final class VolumeWaits {
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final VolumeChooser chooser;
    private final Map<ObjectKey, Wait> waits = new LinkedHashMap<>();

    /// @param until when it is given up, in monotonic nanoseconds
    /// @param shown whether the cache has shown the node's name on the claims that are to be provisioned there
    private record Wait(QueuedPod pod, String node, VolumePlan plan, long until, boolean shown) {}

    /// A wait that is over.
    ///
    /// @param bound whether every claim has its volume; otherwise the pod needs another try
    record Over(QueuedPod pod, String node, boolean bound) {}

    VolumeWaits(VolumeChooser chooser) {
        this.chooser = chooser;
    }

    void add(QueuedPod pod, String node, VolumePlan plan, long now) {
        waits.put(pod.key(), new Wait(pod, node, plan, now + LONGEST.toNanos(), false));
    }

    /// Ends the waits that have come to something, no more than there is room for.
    ///
    /// @param wanted whether a pod is still to be bound
    List<Over> over(Predicate<QueuedPod> wanted, int room, long now) {
        List<Over> over = new ArrayList<>();
        for (Wait wait : List.copyOf(waits.values())) {
            boolean bound = chooser.allBound(wait.pod.pod().pod());
            if (!wanted.test(wait.pod)) {
                end(wait);
            } else if (over.size() < room && (bound || wait.until <= now || isRefused(wait))) {
                end(wait);
                over.add(new Over(wait.pod, wait.node, bound));
            } else if (!wait.shown && namesNode(wait)) {
                waits.put(wait.pod.key(), new Wait(wait.pod, wait.node, wait.plan, wait.until, true));
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
        waits.remove(wait.pod.key());
        chooser.release(wait.plan);
    }

    OptionalLong nextTime() {
        return waits.values().stream().mapToLong(Wait::until).min();
    }

    boolean isEmpty() {
        return waits.isEmpty();
    }
}
