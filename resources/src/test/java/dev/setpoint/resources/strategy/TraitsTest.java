package dev.setpoint.resources.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraitsTest {
    /// A kind that is created, changed and deleted has a row; one that only answers a question has none.
    @Test
    void everyKindThatIsKeptHasARow() {
        Set<GroupVersionKind> kept = ResourceTable.builtIn().types().stream()
                .filter(type -> type.allows("delete"))
                .map(ResourceType::storageKind)
                .collect(Collectors.toSet());

        assertThat(TraitTable.kinds()).isEqualTo(kept);
        assertThat(Strategies.kinds()).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({
        "v1, Pod, SUBDOMAIN, COUNTED, OPTIONAL, NOT_FOUND, COLLECTED, OBJECT",
        "v1, Service, LABEL, AS_CREATED, OPTIONAL, CREATED, COLLECTED, OBJECT",
        "batch/v1, Job, SUBDOMAIN, COUNTED, OPTIONAL, NOT_FOUND, ORPHANED, STATUS",
        "coordination.k8s.io/v1, Lease, SUBDOMAIN, AS_CREATED, REQUIRED, CREATED, COLLECTED, STATUS",
        "rbac.authorization.k8s.io/v1, Role, PATH_SEGMENT, AS_CREATED, OPTIONAL, CREATED, COLLECTED, STATUS",
        "apiextensions.k8s.io/v1, CustomResourceDefinition, SUBDOMAIN, COUNTED_UNTIL_DELETION, REQUIRED, NOT_FOUND,"
                + " COLLECTED, STATUS",
    })
    void areWhatKubernetesSays(
            String version,
            String kind,
            NameRule names,
            Traits.Generations generations,
            Traits.UpdateVersion updateVersion,
            Traits.UpdateOfMissing updateOfMissing,
            Traits.Dependents dependents,
            Traits.DeletionAnswer deletionAnswer) {
        Traits traits =
                Samples.STRATEGIES.of(GroupVersionKind.of(version, kind)).traits();

        assertThat(traits.names()).isEqualTo(names);
        assertThat(traits.generations()).isEqualTo(generations);
        assertThat(traits.updateVersion()).isEqualTo(updateVersion);
        assertThat(traits.updateOfMissing()).isEqualTo(updateOfMissing);
        assertThat(traits.dependents()).isEqualTo(dependents);
        assertThat(traits.deletionAnswer()).isEqualTo(deletionAnswer);
    }

    /// Both forms of an event are one kind; only the newer one must be in the newer form.
    @Test
    void theNewerEventHasStricterRules() {
        ResourceType newer = ResourceTable.builtIn().types().stream()
                .filter(type -> type.groupVersionKind().equals(GroupVersionKind.of("events.k8s.io/v1", "Event")))
                .findFirst()
                .orElseThrow();
        Strategy old = Samples.STRATEGIES.of(GroupVersionKind.of("v1", "Event"));

        assertThat(Samples.STRATEGIES.of(newer).traits()).isEqualTo(old.traits());
        assertThat(Samples.STRATEGIES.of(newer).rules()).isNotSameAs(old.rules());
    }
}
