package dev.setpoint.controllers.statefulset;

import dev.setpoint.controllers.statefulset.StatefulSetAction.CreateClaim;
import dev.setpoint.controllers.statefulset.StatefulSetAction.CreatePod;
import dev.setpoint.controllers.statefulset.StatefulSetAction.DeletePod;
import dev.setpoint.controllers.statefulset.StatefulSetAction.UpdateClaim;
import dev.setpoint.controllers.statefulset.StatefulSetAction.UpdatePod;
import dev.setpoint.controllers.workload.Amount;
import dev.setpoint.controllers.workload.ControllerReferences;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.RollingUpdateStatefulSetStrategy;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatus;
import io.fabric8.kubernetes.api.model.apps.StatefulSetStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A [StatefulSetPlan] in the making.
final class StatefulSetDraft {
    /// At one look: a set creates one pod after the other, and others wait for the worker.
    private static final int MOST_CREATED = 500;

    private final StatefulSet set;
    private final StatefulSetPlan.Observed observed;
    private final Instant now;
    private final boolean ordered;
    private final List<StatefulSetAction> actions = new ArrayList<>();
    /// The set's pods by ordinal, those in range and those beyond; one that the plan creates is among them.
    private final NavigableMap<Integer, Pod> pods = new TreeMap<>();
    /// The ordinals of pods that the plan deletes.
    private final List<Integer> deleted = new ArrayList<>();
    private Optional<String> obstacle = Optional.empty();
    private int created;

    StatefulSetDraft(StatefulSet set, StatefulSetPlan.Observed observed, Instant now) {
        this.set = set;
        this.observed = observed;
        this.now = now;
        this.ordered = !"Parallel".equals(set.getSpec().getPodManagementPolicy());
    }

    List<StatefulSetAction> actions() {
        return actions;
    }

    Optional<String> obstacle() {
        return obstacle;
    }

    /// Pods whose name is not one of the set's are nobody's business here.
    void claimPods() {
        for (Pod pod : observed.candidates()) {
            int ordinal = Identity.ordinal(set, Metadata.name(pod)).orElse(-1);
            if (ordinal < 0) {
                continue;
            }
            switch (ControllerReferences.claim(set, set.getSpec().getSelector(), pod)) {
                case KEEP -> pods.put(ordinal, pod);
                case ADOPT -> {
                    actions.add(new StatefulSetAction.Adopt(pod));
                    pods.put(ordinal, pod);
                }
                case RELEASE -> actions.add(new StatefulSetAction.Release(pod));
                case IGNORE -> {}
            }
        }
    }

    /// Living replicas first, then those beyond the range, then the update: scaling goes before updating.
    void work() {
        List<Pod> present = List.copyOf(pods.values());
        for (int ordinal = Identity.start(set); ordinal < end(); ordinal++) {
            if ((!keep(ordinal) && ordered) || created == MOST_CREATED) {
                return; // The pods that were created bring the set back.
            }
        }
        if (!condemn(present)) {
            return;
        }
        if ("RollingUpdate".equals(set.getSpec().getUpdateStrategy().getType())) {
            update();
        }
    }

    private int end() {
        return (int) Math.min(Integer.MAX_VALUE, (long) Identity.start(set) + Identity.replicas(set));
    }

    /// @return whether all is well with this ordinal, so that an ordered set may go on to the next
    private boolean keep(int ordinal) {
        Pod pod = pods.get(ordinal);
        if (pod == null) {
            create(ordinal);
            return false;
        }
        if (Pods.finished(pod)) {
            // Whatever its exit code: a pod of a StatefulSet is meant to run.
            if (!Pods.deleting(pod)) {
                delete(ordinal, pod);
            }
            return false;
        }
        if (Pods.phase(pod).equals("Pending") && !createClaims(ordinal)) {
            return false;
        }
        if (ordered && unavailable(pod)) {
            return false;
        }
        if (!Identity.known(pod)) {
            actions.add(new UpdatePod(Identity.labelled(set, pod, ordinal)));
        }
        retain(ordinal, pod, true);
        return true;
    }

    private void create(int ordinal) {
        String name = Identity.podName(set, ordinal);
        boolean awaitsClaim = Identity.claims(set, ordinal).stream()
                .map(claim -> observed.claims().get(Metadata.name(claim)))
                .anyMatch(claim -> claim != null && Retention.condemned(claim, set, name));
        if (awaitsClaim || !createClaims(ordinal)) {
            return;
        }
        StatefulSetPlan.Version version = versionOf(ordinal);
        Pod pod = Identity.pod(version.set(), ordinal, version.name());
        actions.add(new CreatePod(pod));
        pods.put(ordinal, pod);
        created++;
    }

    /// Below the partition the former template still holds.
    private StatefulSetPlan.Version versionOf(int ordinal) {
        RollingUpdateStatefulSetStrategy rolling =
                set.getSpec().getUpdateStrategy().getRollingUpdate();
        int former = rolling == null ? currentReplicas() : Metadata.orZero(rolling.getPartition());
        boolean rolls = "RollingUpdate".equals(set.getSpec().getUpdateStrategy().getType());
        return (rolls || rolling != null) && ordinal < Identity.start(set) + former
                ? observed.current()
                : observed.update();
    }

    private int currentReplicas() {
        return set.getStatus() == null ? 0 : Metadata.orZero(set.getStatus().getCurrentReplicas());
    }

    /// @return false when one of them is on its way out: then only time helps
    private boolean createClaims(int ordinal) {
        boolean usable = true;
        for (PersistentVolumeClaim claim : Identity.claims(set, ordinal)) {
            PersistentVolumeClaim found = observed.claims().get(Metadata.name(claim));
            if (found == null) {
                actions.add(new CreateClaim(Retention.owned(claim, set), Identity.podName(set, ordinal)));
            } else if (Metadata.deleting(found)) {
                obstacle = Optional.of("pvc " + Metadata.name(claim) + " is being deleted");
                usable = false;
            }
        }
        return usable;
    }

    private void retain(int ordinal, Pod pod, boolean kept) {
        for (PersistentVolumeClaim claim : Identity.claims(set, ordinal)) {
            Optional.ofNullable(observed.claims().get(Metadata.name(claim)))
                    .flatMap(found -> Retention.corrected(found, set, pod, kept))
                    .ifPresent(corrected -> actions.add(new UpdateClaim(corrected)));
        }
    }

    /// Pods beyond the range go, the last first. An ordered set takes one at a time, when those before it
    /// are well.
    ///
    /// @return whether none is left
    private boolean condemn(List<Pod> present) {
        List<Integer> condemned = pods.navigableKeySet().descendingSet().stream()
                .filter(ordinal -> !Identity.inRange(set, ordinal))
                .toList();
        Optional<String> firstUnwell =
                present.stream().filter(this::unavailable).findFirst().map(Metadata::uid);
        for (int ordinal : condemned) {
            Pod pod = pod(ordinal);
            retain(ordinal, pod, false);
            if (Pods.deleting(pod)) {
                if (ordered) {
                    return false;
                }
                continue;
            }
            // One that has ended will never be well again: waiting for it would be waiting forever.
            boolean awaited =
                    firstUnwell.filter(uid -> !uid.equals(Metadata.uid(pod))).isPresent();
            if (ordered && awaited && unavailable(pod) && !Pods.finished(pod)) {
                return false;
            }
            delete(ordinal, pod);
            if (ordered) {
                return false;
            }
        }
        return condemned.isEmpty();
    }

    /// Pods of the former template go, the last first, as many as may be unavailable at a time.
    private void update() {
        RollingUpdateStatefulSetStrategy rolling =
                set.getSpec().getUpdateStrategy().getRollingUpdate();
        int partition = rolling == null ? 0 : Metadata.orZero(rolling.getPartition());
        int allowed = rolling == null || rolling.getMaxUnavailable() == null
                ? 1
                : Math.max(1, Amount.roundedDown(rolling.getMaxUnavailable(), Identity.replicas(set)));
        NavigableMap<Integer, Pod> replicas = pods.subMap(Identity.start(set), true, end(), false);
        long spare =
                allowed - replicas.values().stream().filter(this::unavailable).count();
        for (Map.Entry<Integer, Pod> replica : replicas.descendingMap().entrySet()) {
            if (spare <= 0 || replica.getKey() < Identity.start(set) + partition) {
                return;
            }
            Pod pod = replica.getValue();
            if (!Identity.revision(pod).equals(observed.update().name()) && !Pods.deleting(pod)) {
                delete(replica.getKey(), pod);
                spare--;
            }
        }
    }

    private void delete(int ordinal, Pod pod) {
        actions.add(new DeletePod(pod));
        deleted.add(ordinal);
    }

    private Pod pod(int ordinal) {
        Pod pod = pods.get(ordinal);
        if (pod == null) {
            throw new IllegalStateException("no pod of ordinal " + ordinal);
        }
        return pod;
    }

    private boolean unavailable(Pod pod) {
        return Pods.deleting(pod)
                || !Pods.phase(pod).equals("Running")
                || !Pods.available(pod, Metadata.orZero(set.getSpec().getMinReadySeconds()), now);
    }

    StatefulSetStatus status() {
        int minReadySeconds = Metadata.orZero(set.getSpec().getMinReadySeconds());
        List<Pod> all = List.copyOf(pods.values());
        List<Pod> ready = all.stream()
                .filter(pod -> Pods.phase(pod).equals("Running") && Pods.ready(pod))
                .toList();
        int updated = countAt(observed.update().name());
        int replicas = Identity.replicas(set);
        boolean complete =
                "RollingUpdate".equals(set.getSpec().getUpdateStrategy().getType())
                        && updated == replicas
                        && ready.size() == replicas
                        && all.size() == replicas;
        return new StatefulSetStatusBuilder()
                .withObservedGeneration(set.getMetadata().getGeneration())
                .withReplicas(all.size())
                .withReadyReplicas(nullIfZero(ready.size()))
                .withAvailableReplicas((int) ready.stream()
                        .filter(pod -> Pods.available(pod, minReadySeconds, now))
                        .count())
                .withCurrentReplicas(nullIfZero(
                        complete ? updated : countAt(observed.current().name())))
                .withUpdatedReplicas(nullIfZero(updated))
                .withCurrentRevision(
                        complete ? observed.update().name() : observed.current().name())
                .withUpdateRevision(observed.update().name())
                .withCollisionCount(observed.collisions())
                .build();
    }

    private int countAt(String revision) {
        return (int) pods.entrySet().stream()
                .filter(replica -> !deleted.contains(replica.getKey())
                        && !Pods.deleting(replica.getValue())
                        && Identity.revision(replica.getValue()).equals(revision))
                .count();
    }

    /// Kubernetes leaves these counts out when they are zero.
    private static @Nullable Integer nullIfZero(int count) {
        return count == 0 ? null : count;
    }
}
