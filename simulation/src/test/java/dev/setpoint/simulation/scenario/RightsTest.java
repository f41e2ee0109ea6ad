package dev.setpoint.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.simulation.Finding;
import dev.setpoint.simulation.Oracle;
import dev.setpoint.simulation.Plan;
import dev.setpoint.simulation.Program;
import dev.setpoint.simulation.Rights.Right;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Script;
import dev.setpoint.simulation.Simulation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Processes have the rights that they have in production, and no run is right in which one tries what it may not do.
class RightsTest {
    private static final String REPLICA_SETS = "system:controller:replicaset-controller";

    @Test
    void findsThatAControllerLacksAVerb() {
        assertThat(finding(Scenarios.find("rollout").orElseThrow().lacking(REPLICA_SETS, "create", "pods")))
                .isEqualTo(new Finding(
                        Oracle.RIGHTS,
                        "kube-controller-manager was refused: pods is forbidden: User"
                                + " \"system:serviceaccount:kube-system:replicaset-controller\" cannot create resource"
                                + " \"pods\" in API group \"\" in the namespace \"default\""));
    }

    @Test
    void findsThatTheControllerManagerCannotWatch() {
        assertThat(finding(Scenarios.find("scale").orElseThrow().lacking("system:kube-controller-manager", "list", "*"))
                        .detail())
                .contains("User \"system:kube-controller-manager\" cannot list resource");
    }

    @Test
    void findsThatTheSchedulerCannotBind() {
        assertThat(finding(Scenarios.find("scheduler")
                                .orElseThrow()
                                .lacking("system:kube-scheduler", "create", "pods/binding"))
                        .detail())
                .contains("User \"system:kube-scheduler\" cannot create resource \"pods/binding\"");
    }

    @Test
    void aProcessWithoutARoleMayDoNothing() {
        assertThat(finding(operator(List.of())).detail())
                .matches("operator was refused: \\w+ is forbidden: User"
                        + " \"system:serviceaccount:default:operator\" cannot list resource \"\\w+\" in API group"
                        + " \"\" at the cluster scope");
    }

    @Test
    void anOperatorWithARoleMayDoWhatTheRoleSays() {
        List<Right> enough = List.of(
                Right.of("", "configmaps", "get", "list", "watch"),
                Right.of("", "secrets", "get", "list", "watch", "create", "patch"),
                Right.of("", "events", "create", "patch"));
        Simulation.of(operator(enough)).check(1, 20);
        assertThat(finding(operator(enough.subList(0, 1))).detail())
                .contains("User \"system:serviceaccount:default:operator\" cannot")
                .contains("\"secrets\"");
    }

    /// An apply of what is not there is a creation, of which the call's own verb says nothing.
    @Test
    void findsThatAnOperatorMayApplyButNotCreate() {
        List<Right> rights = List.of(
                Right.of("", "configmaps", "get", "list", "watch"),
                Right.of("", "secrets", "get", "list", "watch", "patch"),
                Right.of("", "events", "create", "patch"));
        assertThat(finding(operator(rights)).detail())
                .contains("User \"system:serviceaccount:default:operator\" cannot create resource \"secrets\"");
    }

    private static Scenario operator(List<Right> rights) {
        Controller<?> controller = Controller.of(ConfigMap.class)
                .named("operator")
                .owns(Secret.class)
                .when(change -> change.key().namespace().equals("default"))
                .reconcile((parent, context) -> {
                    context.apply(new SecretBuilder()
                            .withNewMetadata()
                            .withNamespace("default")
                            .withName(context.key().name())
                            .endMetadata()
                            .withType("Opaque")
                            .build());
                    return Outcome.DONE;
                });
        return Scenario.named("operator")
                .with("operator", rights, Program.controllers(_ -> List.of(controller)))
                .script(Script.of()
                        .act("create", People.create(People.CONFIG_MAPS, "{\"metadata\":{\"name\":\"a\"}}")));
    }

    private static Finding finding(Scenario scenario) {
        return Simulation.of(scenario).run(Plan.of(1)).finding().orElseThrow();
    }
}
