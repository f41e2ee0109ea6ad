package dev.setpoint.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What a test is given, as a test uses it.
@ControlPlane(nodes = 2, start = "2026-03-01T12:00:00Z")
class ControlPlaneTest {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    @SuppressWarnings("NullAway.Init") // Filled in by the extension.
    KubernetesClient client;

    @Test
    void eachTestHasItsOwnCluster() {
        client.configMaps().resource(map("mine", "1")).create();
        assertThat(client.configMaps().inNamespace("default").list().getItems())
                .extracting(map -> map.getMetadata().getName())
                .contains("mine")
                .doesNotContain("theirs");
    }

    @Test
    void andSeesNothingOfTheOthers() {
        client.configMaps().resource(map("theirs", "1")).create();
        assertThat(client.configMaps().withName("mine").get()).isNull();
    }

    @Test
    void beginsWithReadyNodesAtTheTimeThatWasAsked(Clock clock) {
        assertThat(client.nodes().list().getItems())
                .hasSize(2)
                .allSatisfy(node -> assertThat(node.getStatus().getConditions()).anySatisfy(condition -> {
                    assertThat(condition.getType()).isEqualTo("Ready");
                    assertThat(condition.getStatus()).isEqualTo("True");
                }));
        assertThat(clock.now()).isBetween(Instant.parse("2026-03-01T12:00:00Z"), Instant.parse("2026-03-01T12:05:00Z"));
    }

    @Test
    void podsRunFailAndAreMissedWhenTheirNodeIsGone(Cluster cluster, Clock clock) {
        client.resource(deployment("web", 2)).create();
        assertThat(clock.advanceUntil(LIMIT, () -> ready("web") == 2)).isTrue();

        Pod failing = pods().getFirst();
        cluster.fail(failing);
        assertThat(clock.advanceUntil(
                        LIMIT,
                        () -> client.pods()
                                        .resource(failing)
                                        .get()
                                        .getStatus()
                                        .getContainerStatuses()
                                        .getFirst()
                                        .getRestartCount()
                                > 0))
                .isTrue();

        Pod lost = pods().getLast();
        cluster.stopNode(lost.getSpec().getNodeName());
        assertThat(clock.advanceUntil(
                        LIMIT,
                        () -> client.nodes().withName(lost.getSpec().getNodeName()).get().getSpec().getTaints().stream()
                                .anyMatch(taint -> taint.getKey().equals("node.kubernetes.io/unreachable"))))
                .isTrue();
        cluster.resumeNode(lost.getSpec().getNodeName());
        assertThat(clock.advanceUntil(
                        LIMIT,
                        () -> client.nodes()
                                .withName(lost.getSpec().getNodeName())
                                .get()
                                .getSpec()
                                .getTaints()
                                .isEmpty()))
                .isTrue();
    }

    @Test
    void controllersRunInTheClusterByItsClock(Cluster cluster, Clock clock) {
        clock.stop();
        cluster.run(
                "operator",
                Controller.of(ConfigMap.class)
                        .named("operator")
                        .owns(Secret.class)
                        .reconcile((parent, context) -> {
                            if (parent.getMetadata().getName().equals("parent")) {
                                context.apply(new SecretBuilder()
                                        .withNewMetadata()
                                        .withNamespace("default")
                                        .withName("child")
                                        .addToAnnotations("seen", context.now().toString())
                                        .endMetadata()
                                        .build());
                                return Outcome.checkAgain(Duration.ofHours(1));
                            }
                            return Outcome.DONE;
                        }));
        client.configMaps().resource(map("parent", "1")).create();
        clock.settle();
        String first = client.secrets()
                .withName("child")
                .get()
                .getMetadata()
                .getAnnotations()
                .get("seen");
        clock.advance(Duration.ofHours(3));
        String last = client.secrets()
                .withName("child")
                .get()
                .getMetadata()
                .getAnnotations()
                .get("seen");
        assertThat(Duration.between(Instant.parse(first), Instant.parse(last))).isEqualTo(Duration.ofHours(3));
    }

    @Test
    void watchesWithoutASocket() throws InterruptedException {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (Watch _ = client.configMaps().inNamespace("default").watch(new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap map) {
                seen.add(action + " " + map.getMetadata().getName());
            }

            @Override
            public void onClose(WatcherException cause) {
                seen.add("closed");
            }
        })) {
            client.configMaps().resource(map("a", "1")).create();
            client.configMaps()
                    .withName("a")
                    .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"key\":\"2\"}}");
            client.configMaps().withName("a").delete();
            for (String expected : List.of("ADDED a", "MODIFIED a", "DELETED a")) {
                String event = seen.poll(60, TimeUnit.SECONDS);
                while (event != null && event.endsWith("kube-root-ca.crt")) {
                    event = seen.poll(60, TimeUnit.SECONDS);
                }
                assertThat(event).isEqualTo(expected);
            }
        }
    }

    @Test
    void appliesAndRefusesAsAnyServerDoes() {
        client.configMaps().resource(map("a", "1")).fieldManager("one").serverSideApply();
        assertThatThrownBy(() -> client.configMaps()
                        .resource(map("a", "2"))
                        .fieldManager("two")
                        .serverSideApply())
                .isInstanceOfSatisfying(KubernetesClientException.class, e -> {
                    assertThat(e.getCode()).isEqualTo(409);
                    assertThat(e.getStatus().getMessage()).contains("conflict with \"one\"");
                });
        assertThatThrownBy(() ->
                        client.pods().inNamespace("default").withName("none").getLog())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(404));
        assertThat(client.getKubernetesVersion().getMinor()).isEqualTo("36");
        assertThat(client.hasApiGroup("apps", true)).isTrue();
    }

    @Test
    void followsALogToItsEndWithoutASocket(Clock clock) throws IOException {
        client.resource(deployment("quiet", 1)).create();
        assertThat(clock.advanceUntil(LIMIT, () -> ready("quiet") == 1)).isTrue();
        String name = pods().getFirst().getMetadata().getName();
        assertThat(client.pods().inNamespace("default").withName(name).getLog()).isEmpty();
        try (LogWatch log = client.pods().inNamespace("default").withName(name).watchLog()) {
            assertThat(log.getOutput().readAllBytes()).isEmpty();
        }
    }

    private List<Pod> pods() {
        return client.pods().inNamespace("default").list().getItems();
    }

    private long ready(String app) {
        return client.pods().inNamespace("default").withLabel("app", app).list().getItems().stream()
                .filter(pod -> pod.getStatus().getConditions().stream()
                        .anyMatch(condition -> condition.getType().equals("Ready")
                                && condition.getStatus().equals("True")))
                .count();
    }

    static ConfigMap map(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .addToData("key", value)
                .build();
    }

    private static Deployment deployment(String name, int replicas) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withNewSelector()
                .addToMatchLabels("app", name)
                .endSelector()
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("app", name)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withImage("i")
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
