package dev.setpoint.controllers.statefulset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.statefulset.StatefulSetPlan.Version;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any pods, any wish, in any order of events: the set ends as it should, and no single step breaks its
/// promises.
final class StatefulSetPlanPropertyTest {
    @Test
    void everyWorldConvergesWithoutBreakingItsPromises() {
        Seeds.check(150, seed -> {
            RandomGenerator random = Seeds.random(seed);
            World world = new World(random);
            for (int step = 0; step < 30; step++) {
                switch (random.nextInt(6)) {
                    case 0 -> world.vanish(random);
                    case 1 -> world.becomeReady(random);
                    case 2 -> world.fail(random);
                    default -> world.reconcile(random.nextInt(3));
                }
            }
            world.settle();
            assertThat(world.plan().actions()).as("a second plan").isEmpty();
            List<Integer> wanted = new ArrayList<>();
            for (int ordinal = world.start; ordinal < world.start + world.replicas; ordinal++) {
                wanted.add(ordinal);
            }
            assertThat(world.pods.keySet()).containsExactlyElementsOf(wanted);
            world.pods.forEach((ordinal, pod) -> assertThat(Identity.revision(pod))
                    .as("ordinal %d", ordinal)
                    .isIn(ordinal < world.start + world.partition ? List.of("old", "new") : List.of("new")));
        });
    }

    /// Pods by ordinal; a deleted one stays, terminating, until it vanishes.
    private static final class World {
        private final StatefulSet set;
        private final StatefulSet former;
        private final boolean ordered;
        private final int start;
        private final int replicas;
        private final int partition;
        private final int maxUnavailable;
        private final Map<Integer, Pod> pods = new TreeMap<>();
        private int made;

        World(RandomGenerator random) {
            ordered = random.nextInt(3) > 0;
            start = random.nextInt(3);
            replicas = random.nextInt(6);
            partition = random.nextInt(3) == 0 ? random.nextInt(4) : 0;
            maxUnavailable = 1 + random.nextInt(3);
            former = new StatefulSetBuilder(Samples.statefulSet("db", replicas))
                    .editSpec()
                    .withPodManagementPolicy(ordered ? "OrderedReady" : "Parallel")
                    .withNewOrdinals(start)
                    .editUpdateStrategy()
                    .editRollingUpdate()
                    .withPartition(partition)
                    .withMaxUnavailable(new IntOrString(maxUnavailable))
                    .endRollingUpdate()
                    .endUpdateStrategy()
                    .endSpec()
                    .build();
            set = new StatefulSetBuilder(former)
                    .editSpec()
                    .withTemplate(Samples.template("db", "image:2"))
                    .endSpec()
                    .build();
            int found = random.nextInt(8);
            for (int index = 0; index < found; index++) {
                int ordinal = random.nextInt(9);
                boolean old = random.nextBoolean();
                Pod pod = stored(Identity.pod(old ? former : set, ordinal, old ? "old" : "new"));
                pods.put(
                        ordinal,
                        switch (random.nextInt(4)) {
                            case 0 -> pod;
                            case 1 -> Samples.deleting(pod);
                            default -> Samples.ready(pod, "node", Samples.NOW);
                        });
            }
        }

        StatefulSetPlan plan() {
            return StatefulSetPlan.plan(
                    set,
                    new StatefulSetPlan.Observed(
                            new Version("old", former),
                            new Version("new", set),
                            0,
                            List.copyOf(pods.values()),
                            Map.of()),
                    Samples.NOW);
        }

        /// Executes a plan, or as much of it as a controller that is killed after so many writes.
        void reconcile(int writes) {
            int left = writes;
            for (StatefulSetAction action : plan().actions()) {
                if (left-- == 0) {
                    return;
                }
                execute(action);
            }
        }

        private void execute(StatefulSetAction action) {
            switch (action) {
                case StatefulSetAction.CreatePod(var pod) -> {
                    int ordinal = Identity.ordinal(set, Metadata.name(pod)).orElseThrow();
                    assertThat(pods).as("at most one pod of an ordinal").doesNotContainKey(ordinal);
                    if (ordered) {
                        assertThat(unavailableBelow(ordinal))
                                .as("all before it are well")
                                .isZero();
                    }
                    pods.put(ordinal, stored(pod));
                }
                case StatefulSetAction.DeletePod(var pod) -> delete(pod);
                case StatefulSetAction.UpdatePod(var pod) ->
                    pods.put(Identity.ordinal(set, Metadata.name(pod)).orElseThrow(), pod);
                case StatefulSetAction.Adopt _,
                        StatefulSetAction.Release _,
                        StatefulSetAction.CreateClaim _,
                        StatefulSetAction.UpdateClaim _ -> throw new AssertionError("unexpected " + action);
            }
        }

        private void delete(Pod pod) {
            int ordinal = Identity.ordinal(set, Metadata.name(pod)).orElseThrow();
            boolean update = Identity.inRange(set, ordinal) && !Pods.finished(pod);
            if (update) {
                assertThat(Identity.revision(pod)).isEqualTo("old");
                assertThat(ordinal).isGreaterThanOrEqualTo(start + partition);
                if (well(pod)) {
                    assertThat(unavailable())
                            .as("unavailable before another goes")
                            .isLessThan(maxUnavailable);
                }
            } else if (ordered && !Identity.inRange(set, ordinal)) {
                assertThat(pods.keySet().stream()
                                .filter(other -> !Identity.inRange(set, other))
                                .allMatch(other -> other <= ordinal))
                        .as("the last goes first")
                        .isTrue();
            }
            pods.put(ordinal, Samples.deleting(pod));
        }

        /// A pod that is on its way out is gone.
        void vanish(RandomGenerator random) {
            pods.entrySet().removeIf(pod -> Pods.deleting(pod.getValue()) && random.nextBoolean());
        }

        void becomeReady(RandomGenerator random) {
            pods.replaceAll((_, pod) -> well(pod) || Pods.deleting(pod) || Pods.finished(pod) || random.nextBoolean()
                    ? pod
                    : Samples.ready(pod, "node", Samples.NOW));
        }

        void fail(RandomGenerator random) {
            pods.replaceAll((_, pod) -> random.nextInt(6) > 0
                    ? pod
                    : new PodBuilder(pod)
                            .editStatus()
                            .withPhase("Failed")
                            .endStatus()
                            .build());
        }

        void settle() {
            for (int round = 0; round < 100; round++) {
                reconcile(Integer.MAX_VALUE);
                pods.values().removeIf(Pods::deleting);
                pods.replaceAll(
                        (_, pod) -> well(pod) || Pods.finished(pod) ? pod : Samples.ready(pod, "node", Samples.NOW));
            }
        }

        private long unavailable() {
            return pods.entrySet().stream()
                    .filter(pod -> Identity.inRange(set, pod.getKey()) && !well(pod.getValue()))
                    .count();
        }

        private long unavailableBelow(int ordinal) {
            return pods.entrySet().stream()
                    .filter(pod ->
                            Identity.inRange(set, pod.getKey()) && pod.getKey() < ordinal && !well(pod.getValue()))
                    .count();
        }

        private static boolean well(Pod pod) {
            return Pods.ready(pod) && Pods.phase(pod).equals("Running") && !Pods.deleting(pod);
        }

        private Pod stored(Pod pod) {
            return new PodBuilder(pod)
                    .editMetadata()
                    .withUid("uid-" + made++)
                    .endMetadata()
                    .withNewStatus()
                    .withPhase("Pending")
                    .endStatus()
                    .build();
        }
    }
}
