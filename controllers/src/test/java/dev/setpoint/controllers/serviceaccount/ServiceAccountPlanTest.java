package dev.setpoint.controllers.serviceaccount;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// There are six worlds, and here are all of them.
final class ServiceAccountPlanTest {
    @Test
    void onlyALivingNamespaceWithoutAccountGetsOne() {
        ServiceAccount account = new ServiceAccountBuilder()
                .withNewMetadata()
                .withName("default")
                .endMetadata()
                .build();
        for (Namespace namespace : List.of(active(), deleting(), terminating())) {
            for (Optional<ServiceAccount> found : List.of(Optional.<ServiceAccount>empty(), Optional.of(account))) {
                Optional<ServiceAccount> missing = ServiceAccountPlan.missing(namespace, found);
                boolean wanted = found.isEmpty() && namespace.equals(active());
                assertThat(missing.isPresent()).as("%s, %s", namespace, found).isEqualTo(wanted);
                assertThat(ServiceAccountPlan.missing(namespace, found.or(() -> missing)))
                        .as("%s: a second plan", namespace)
                        .isEmpty();
            }
        }
    }

    private static Namespace active() {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName("one")
                .endMetadata()
                .build();
    }

    private static Namespace deleting() {
        return active().edit()
                .editMetadata()
                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .build();
    }

    private static Namespace terminating() {
        return active().edit()
                .withNewStatus()
                .withPhase("Terminating")
                .endStatus()
                .build();
    }
}
