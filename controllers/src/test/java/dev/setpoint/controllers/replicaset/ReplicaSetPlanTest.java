package dev.setpoint.controllers.replicaset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.controllers.replicaset.ReplicaSetPlan.Observed;
import dev.setpoint.controllers.replicaset.ReplicaSetStatuses.Failure;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReplicaSetPlanTest {
    private static final ReplicaSet SET = Samples.replicaSet("web", 2);

    @Test
    void createsEverythingThatIsMissingAtOnce() {
        assertThat(plan(Samples.replicaSet("web", 4_999)).actions())
                .containsExactly(new ReplicaSetAction.CreatePods(4_999));
    }

    @Test
    void createsNoMoreThanABurstAtATime() {
        assertThat(plan(Samples.replicaSet("web", 7_000)).actions())
                .containsExactly(new ReplicaSetAction.CreatePods(5_000));
    }

    @Test
    void finishedAndTerminatingPodsAreReplaced() {
        Pod terminating = Samples.deleting(Samples.podOf(SET, "a"));
        Pod failed = Samples.podOf(SET, "b")
                .edit()
                .editStatus()
                .withPhase("Failed")
                .endStatus()
                .build();
        ReplicaSetPlan plan = plan(SET, terminating, failed);
        assertThat(plan.actions()).containsExactly(new ReplicaSetAction.CreatePods(2));
        assertThat(plan.terminating()).containsExactly(terminating);
    }

    @Test
    void adoptedPodsCountAsReplicas() {
        Pod orphan = Samples.pod("orphan", Map.of("app", "web"));
        assertThat(plan(SET, orphan).actions())
                .containsExactly(new ReplicaSetAction.Adopt(orphan), new ReplicaSetAction.CreatePods(1));
    }

    @Test
    void releasesWhatTheSelectorNoLongerPicks() {
        Pod relabelled = Samples.podOf(SET, "a")
                .edit()
                .editMetadata()
                .withLabels(Map.of("app", "else"))
                .endMetadata()
                .build();
        assertThat(plan(SET, relabelled).actions())
                .containsExactly(new ReplicaSetAction.Release(relabelled), new ReplicaSetAction.CreatePods(2));
    }

    @Test
    void aSetThatIsBeingDeletedDoesNothing() {
        ReplicaSet deleting = new ReplicaSetBuilder(SET)
                .editMetadata()
                .withDeletionTimestamp("2026-05-01T12:00:00Z")
                .endMetadata()
                .build();
        Pod orphan = Samples.pod("orphan", Map.of("app", "web"));
        assertThat(plan(deleting, orphan, Samples.podOf(SET, "a")).actions()).isEmpty();
    }

    @Test
    void looksAgainWhenTheNextPodBecomesAvailable() {
        ReplicaSet patient = new ReplicaSetBuilder(SET)
                .editSpec()
                .withMinReadySeconds(30)
                .endSpec()
                .build();
        Pod early = Samples.ready(Samples.podOf(SET, "a"), "node", Samples.NOW.minusSeconds(20));
        Pod late = Samples.ready(Samples.podOf(SET, "b"), "node", Samples.NOW.minusSeconds(5));
        assertThat(ReplicaSetPlan.checkAgain(patient, List.of(early, late), Samples.NOW))
                .contains(Duration.ofSeconds(10));
        ReplicaSetStatus status =
                ReplicaSetStatuses.of(patient, List.of(early, late), List.of(), Optional.empty(), Samples.NOW);
        assertThat(status.getReadyReplicas()).isEqualTo(2);
        assertThat(status.getAvailableReplicas()).isNull();
        ReplicaSetStatus later = ReplicaSetStatuses.of(
                patient, List.of(early, late), List.of(), Optional.empty(), Samples.NOW.plusSeconds(10));
        assertThat(later.getAvailableReplicas()).isEqualTo(1);
    }

    @Test
    void countsAreLeftOutWhenZeroButReplicasAreNot() {
        ReplicaSetStatus status = ReplicaSetStatuses.of(SET, List.of(), List.of(), Optional.empty(), Samples.NOW);
        assertThat(status)
                .isEqualTo(new ReplicaSetBuilder()
                        .withNewStatus()
                        .withReplicas(0)
                        .withTerminatingReplicas(0)
                        .withObservedGeneration(1L)
                        .endStatus()
                        .build()
                        .getStatus());
    }

    @Test
    void theFirstFailureStaysUntilThereIsNone() {
        ReplicaSetStatus first = failing(SET, "quota");
        ReplicaSet told = new ReplicaSetBuilder(SET).withStatus(first).build();
        assertThat(failing(told, "something else")).isEqualTo(first);
        assertThat(first.getConditions())
                .extracting(
                        ReplicaSetCondition::getType,
                        ReplicaSetCondition::getStatus,
                        ReplicaSetCondition::getReason,
                        ReplicaSetCondition::getMessage)
                .containsExactly(tuple("ReplicaFailure", "True", "FailedCreate", "quota"));
        assertThat(ReplicaSetStatuses.of(told, List.of(), List.of(), Optional.empty(), Samples.NOW)
                        .getConditions())
                .isEmpty();
    }

    private static ReplicaSetStatus failing(ReplicaSet set, String why) {
        return ReplicaSetStatuses.of(
                set, List.of(), List.of(), Optional.of(new Failure("FailedCreate", why)), Samples.NOW);
    }

    private static ReplicaSetPlan plan(ReplicaSet set, Pod... pods) {
        return ReplicaSetPlan.plan(set, new Observed(List.of(pods), List.of(pods)), Samples.NOW);
    }
}
