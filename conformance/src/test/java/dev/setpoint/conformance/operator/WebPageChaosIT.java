package dev.setpoint.conformance.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An operator that knows nothing of us, over HTTPS, while its requests and watches fail: the page comes back to what
/// it was.
class WebPageChaosIT {
    private static final String OPERATOR = "web-page-operator";
    private static final long PATIENCE_SECONDS = 60;
    private static final String POLICY = """
            apiVersion: chaos.setpoint.dev/v1
            kind: ChaosPolicy
            metadata: {name: trouble}
            spec:
              client: {userAgent: web-page-operator}
              seed: 7
              percent: 25
              duration: 4s
              quiet: 4s
              faults:
              - {type: EventsLate, longest: 300ms}
              - {type: EventsTwice}
              - {type: WatchDropped}
              - {type: SlowAnswer, longest: 100ms}
              - {type: WriteConflicts}
              - {type: WriteThrottled}
              - {type: WriteFails}
              - {type: TimeoutAfterCommit}
              observe:
              - {apiVersion: example.com/v1, resource: webpages, namespace: default}
              - {apiVersion: v1, resource: configmaps, namespace: default}
              - {apiVersion: apps/v1, resource: deployments, namespace: default}
              disturb:
                every: 400ms
                delete: [{apiVersion: v1, resource: configmaps, labelSelector: app=page}]
            """;

    @TempDir
    private Path folder;

    @Test
    void convergesWhateverFailsMeanwhile() throws IOException, InterruptedException {
        try (Cluster cluster = Cluster.withoutNodes();
                KubernetesClient admin = client(cluster, "admin");
                KubernetesClient client = client(cluster, OPERATOR)) {
            WebPageDefinition.install(admin);
            Operator operator = new Operator(settings -> settings.withKubernetesClient(client));
            operator.register(
                    new WebPageReconciler(),
                    settings -> settings.withRetry(new GenericRetry()
                            .setInitialInterval(100)
                            .setIntervalMultiplier(1.5)
                            .setMaxInterval(1_000)
                            .withoutMaxAttempts()));
            operator.start();
            try {
                admin.resource(page()).create();
                admin.resources(WebPage.class)
                        .inNamespace("default")
                        .withName("home")
                        .waitUntilCondition(
                                page -> page != null && page.getStatus() != null, PATIENCE_SECONDS, TimeUnit.SECONDS);
                Process chaos = chaos(cluster);
                String output = new String(chaos.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

                assertThat(output)
                        .contains("deleted configmaps/default/home", "converged, and at rest after")
                        .containsPattern("[1-9]\\d* requests, [1-9]\\d* faults");
                assertThat(chaos.waitFor()).isZero();
            } finally {
                operator.stop();
            }
        }
    }

    private Process chaos(Cluster cluster) throws IOException {
        Path policy = Files.writeString(folder.resolve("policy.yaml"), POLICY);
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.setpoint.cli.Setpoint",
                        "chaos",
                        "run",
                        policy.toString(),
                        "--kubeconfig",
                        cluster.kubeconfig().toString())
                .redirectErrorStream(true)
                .start();
    }

    private static KubernetesClient client(Cluster cluster, String userAgent) throws IOException {
        Config config = Config.fromKubeconfig(Files.readString(cluster.kubeconfig()));
        config.setUserAgent(userAgent);
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    private static WebPage page() {
        WebPage page = new WebPage();
        page.setMetadata(new ObjectMetaBuilder()
                .withNamespace("default")
                .withName("home")
                .build());
        page.setSpec(new WebPage.Spec("<p>one</p>", 1));
        return page;
    }
}
