package dev.setpoint.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.simulation.fault.Fault;
import dev.setpoint.simulation.fault.Injection;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The library's own face, and the oracles, on the smallest controllers there are.
class SimulationTest {
    private static final ObjectKey KEY = new ObjectKey("default", "a");

    @Test
    void aControllerThatAppliesAndCleansUpIsRight() {
        Controller<ObjectKey> controller = Controller.of(ConfigMap.class)
                .named("operator")
                .owns(Secret.class)
                .finalizer("example.com/secrets", (parent, context) -> {
                    context.owned(Secret.class).forEach(context::delete);
                    return Outcome.DONE;
                })
                .reconcile((parent, context) -> {
                    context.apply(secret(parent, parent.getMetadata().getName()));
                    context.normal("Applied", "its Secret is as it should be");
                    return Outcome.DONE;
                });
        Scenario scenario = scenario(controller).script(creation().settle().act("delete", SimulationTest::delete));

        Simulation.of(scenario).check(1, 60);
    }

    @Test
    void namesTheLeakOfAControllerThatForgets() {
        Controller<ObjectKey> controller = Controller.of(ConfigMap.class)
                .named("operator")
                .reconcile((parent, context) -> {
                    if (parent.getMetadata().getAnnotations().get("done") == null) {
                        context.client(Secret.class)
                                .create(new SecretBuilder(secret(parent, null))
                                        .editMetadata()
                                        .withGenerateName("s-")
                                        .endMetadata()
                                        .build());
                        context.client(ConfigMap.class)
                                .update(new ConfigMapBuilder(parent)
                                        .editMetadata()
                                        .addToAnnotations("done", "true")
                                        .endMetadata()
                                        .build());
                    }
                    return Outcome.DONE;
                });
        Simulation simulation = Simulation.of(scenario(controller).script(creation()));
        Injection crash = Injection.at("operator", "create secrets", 1, Fault.CRASH_AFTER_WRITE, Duration.ofMillis(5));

        EndedRun run = simulation.run(Plan.exactly(1, crash));

        assertThat(run.finding().map(Finding::oracle)).contains(Oracle.LEAKS_NOTHING);
        assertThat(run.injected()).containsExactly(crash);
    }

    @Test
    void reducesAFailureToTheFaultsThatItTakes() {
        Simulation simulation = Simulation.of(scenario(onlyOnce()).script(creation()));
        EndedRun failed = simulation.failures(1, 300).getFirst();

        Failure failure = new Shrinker(simulation).shrink(failed);

        assertThat(failure.run().injected()).hasSizeLessThanOrEqualTo(2);
        assertThat(failure.story()).contains("FAULT", "operator", "@Test", "Injection.at(\"operator\"");
    }

    @Test
    void throwsTheStoryOfWhatFails() {
        Simulation simulation = Simulation.of(scenario(onlyOnce()).script(creation()));
        assertThatThrownBy(() -> simulation.check(1, 300))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("To see it again:");
    }

    @Test
    void findsABrokenInvariantAtItsRevision() {
        Scenario scenario = Scenario.named("invariant")
                .script(creation())
                .keeping(new Invariant<>(
                        "no ConfigMap a",
                        Typed.of(ConfigMap.class),
                        maps -> maps.stream()
                                .noneMatch(map -> map.getMetadata().getName().equals("a"))));
        Optional<Finding> finding = Simulation.of(scenario).run(Plan.of(1)).finding();
        assertThat(finding.map(Finding::oracle)).contains(Oracle.INVARIANT);
        assertThat(finding.map(Finding::detail).orElse("")).contains("no ConfigMap a", "at revision");
    }

    /// Remembers in memory what it has done: after a crash it does it again.
    private static Controller<ObjectKey> onlyOnce() {
        return Controller.of(ConfigMap.class).named("operator").reconcile((parent, context) -> {
            if (parent.getData().get("count") == null
                    || !parent.getData().get("count").equals("1")) {
                context.client(Secret.class)
                        .create(new SecretBuilder()
                                .withNewMetadata()
                                .withNamespace("default")
                                .withGenerateName("s-")
                                .endMetadata()
                                .build());
                context.client(ConfigMap.class)
                        .update(new ConfigMapBuilder(parent)
                                .addToData("count", "1")
                                .build());
            }
            return Outcome.DONE;
        });
    }

    private static Scenario scenario(Controller<?> controller) {
        return Scenario.named("test").with("operator", Program.controllers(_ -> List.of(controller)));
    }

    private static Script creation() {
        return Script.of()
                .act(
                        "create",
                        client -> parents(client)
                                .create(new ConfigMapBuilder()
                                        .withNewMetadata()
                                        .withNamespace("default")
                                        .withName("a")
                                        .endMetadata()
                                        .addToData("x", "y")
                                        .build()));
    }

    private static void delete(Client client) {
        parents(client).delete(parents(client).get(KEY));
    }

    private static TypedClient<ConfigMap> parents(Client client) {
        return Typed.of(ConfigMap.class).over(client);
    }

    private static Secret secret(ConfigMap parent, @Nullable String name) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(parent.getMetadata().getNamespace())
                .withName(name)
                .endMetadata()
                .withType("Opaque")
                .build();
    }
}
