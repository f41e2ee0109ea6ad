package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A rollout over parts in JVMs of their own, one of which is killed with -9 in the midst of it and started again.
class PartsApartIT {
    private static final int REPLICAS = 8;
    private static final Condition<String> EQUAL = new Condition<>(Kubectl::equalNumbers, "equal numbers");

    private static PartsApart parts;
    private static Kubectl kubectl;

    @BeforeAll
    static void start(@TempDir Path folder) {
        parts = new PartsApart(folder, 2, "");
        kubectl = Kubectl.of("1.33", parts.kubeconfig(), "default");
    }

    @AfterAll
    static void stop() {
        parts.close();
    }

    @Test
    void aRolloutOutlivesTheControllerManager() {
        begin("controllers");
        change("controllers");
        parts.killControllers();
        kubectl.run("scale", "deployment", "controllers", "--replicas=" + (REPLICAS + 1));
        assertThat(generations("controllers")).as("nobody looks at it").doesNotHave(EQUAL);

        parts.restartControllers();
        awaitRunning("controllers", REPLICAS + 1);
        assertThat(kubectl.run("rollout", "status", "deployment", "controllers"))
                .contains("successfully rolled out");
        assertThat(generations("controllers")).has(EQUAL);
    }

    @Test
    void aRolloutOutlivesTheScheduler() {
        begin("scheduler");
        parts.killScheduler();
        change("scheduler");
        kubectl.until(phases -> phases.contains("Pending"), pods("scheduler"));

        parts.restartScheduler();
        awaitRunning("scheduler", REPLICAS);
        assertThat(kubectl.run("rollout", "status", "deployment", "scheduler")).contains("successfully rolled out");
    }

    /// Each controller has become a service account with a token, as with Kubernetes' controller manager.
    @Test
    void controllersSpeakForTheirServiceAccounts() {
        begin("accounts");
        assertThat(kubectl.run("get", "serviceaccounts", "-n", "kube-system", "-o", "name"))
                .contains("serviceaccount/deployment-controller", "serviceaccount/replicaset-controller");
        assertThat(kubectl.run("get", "leases", "-n", "kube-system", "-o", "name"))
                .contains("kube-controller-manager", "kube-scheduler");
    }

    private static void begin(String name) {
        kubectl.run("create", "deployment", name, "--image=nginx:1.25", "--replicas=" + REPLICAS);
        awaitRunning(name, REPLICAS);
    }

    private static void change(String name) {
        kubectl.run("set", "image", "deployment/" + name, "nginx=nginx:1.26");
    }

    /// All with one image.
    private static void awaitRunning(String name, int replicas) {
        kubectl.until(
                shown -> Kubectl.lines(shown).count() == replicas
                        && Kubectl.lines(shown).distinct().count() == 1
                        && shown.startsWith("Running "),
                pods(name));
    }

    private static String[] pods(String name) {
        return new String[] {
            "get",
            "pods",
            "-l",
            "app=" + name,
            "-o",
            "jsonpath={range .items[*]}{.status.phase} {.spec.containers[0].image}{\"\\n\"}{end}"
        };
    }

    /// That which is wanted, and that which the controller has seen.
    private static String generations(String name) {
        return kubectl.run(
                "get", "deployment", name, "-o", "jsonpath={.metadata.generation} {.status.observedGeneration}");
    }
}
