package dev.setpoint.controllers.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class SizesTest {
    private static final RolloutLimits THREE_AND_ONE_MORE = new RolloutLimits(true, 3, 1, 0);

    private static ReplicaSet set(String name, int size, int pods) {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName(name)
                .withCreationTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .withNewSpec()
                .withReplicas(size)
                .endSpec()
                .withNewStatus()
                .withReplicas(pods)
                .withAvailableReplicas(pods)
                .endStatus()
                .build();
    }

    /// Else there would be five pods until the old set gets to its deletion.
    @Test
    void theNewSetWaitsForThePodThatAnOldOneWasToldToGive() {
        ReplicaSet grown = set("new", 1, 1);
        ReplicaSet told = set("old", 2, 3);
        assertThat(Sizes.rolling(grown, List.of(told), THREE_AND_ONE_MORE).of(grown))
                .isEqualTo(1);
        ReplicaSet given = set("old", 2, 2);
        assertThat(Sizes.rolling(grown, List.of(given), THREE_AND_ONE_MORE).of(grown))
                .isEqualTo(2);
    }
}
