package dev.setpoint.apiserver.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.TaskKilled;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.baton.TraceHash;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.client.TypedClient;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TestClusterTest {
    @Test
    void hasWhatEveryNewClusterHas() {
        try (TestCluster cluster = TestCluster.create(1)) {
            assertThat(Typed.of(Namespace.class).over(cluster.admin()).list("", ListOptions.ALL))
                    .extracting(namespace -> namespace.getMetadata().getName())
                    .containsExactly("default", "kube-node-lease", "kube-public", "kube-system");
        }
    }

    @Test
    void noneSeesWhatHappensInAnother() {
        try (TestCluster one = TestCluster.create(1);
                TestCluster two = TestCluster.create(1)) {
            pods(one).create(pod("default"));
            assertThat(pods(two).list("", ListOptions.ALL)).isEmpty();
        }
    }

    @Test
    void admitsPodsOnlyWhereThereIsANamespace() {
        try (TestCluster cluster = TestCluster.create(1)) {
            assertThat(failure(() -> pods(cluster).create(pod("ns")))).isInstanceOf(ApiError.NotFound.class);
            cluster.createNamespace("ns");
            assertThat(pods(cluster).create(pod("ns")).getSpec().getServiceAccountName())
                    .isEqualTo("default");
        }
    }

    @Test
    void everybodyHasTheRightsOfProduction() {
        try (TestCluster cluster = TestCluster.create(1)) {
            Client loop = cluster.client(
                    cluster.env().child("loops"),
                    User.serviceAccount("kube-system", "replicaset-controller"),
                    "replicaset-controller");
            Typed.of(Pod.class).over(loop).create(pod("default"));
            TypedClient<Secret> secrets = Typed.of(Secret.class).over(loop);
            Secret secret = new SecretBuilder()
                    .withNewMetadata()
                    .withNamespace("default")
                    .withName("s")
                    .endMetadata()
                    .build();
            assertThat(failure(() -> secrets.create(secret))).isInstanceOf(ApiError.Forbidden.class);
        }
    }

    @Test
    void aProcessDiesInTheMiddleOfItsCall() {
        try (TestCluster cluster = TestCluster.create(1)) {
            BatonEnv process = cluster.env().child("loops");
            Client client = cluster.client(process, User.of("system:loops", User.MASTERS), "loops");
            List<Throwable> seen = new ArrayList<>();
            process.start("task", TaskKind.LIGHT, () -> {
                cluster.env()
                        .start("power cut", TaskKind.LIGHT, () -> cluster.env().kill(process));
                try {
                    Typed.of(Pod.class).over(client).create(pod("default"));
                } catch (TaskKilled end) {
                    seen.add(end);
                    throw end;
                }
            });
            cluster.env().settle();
            assertThat(seen).hasSize(1);
            assertThat(pods(cluster).list("", ListOptions.ALL)).isEmpty();
        }
    }

    @Test
    void podsOnNodesEndAtOnceWhereThereAreKubelets() {
        try (TestCluster cluster = TestCluster.create(1)) {
            cluster.startKubelets();
            Pod placed = pods(cluster)
                    .create(pod("default")
                            .edit()
                            .editSpec()
                            .withNodeName("n1")
                            .endSpec()
                            .build());
            pods(cluster).delete(placed);
            cluster.env().settle();
            assertThat(pods(cluster).find(ObjectKey.of(placed))).isEmpty();
        }
    }

    @Test
    void oneSeedIsOneRun() {
        assertThat(trace(5)).isEqualTo(trace(5)).isNotEqualTo(trace(6));
    }

    private static String trace(long seed) {
        TraceHash trace = new TraceHash();
        try (TestCluster cluster = TestCluster.create(BatonOptions.random(seed).withTrace(trace))) {
            for (int task = 0; task < 3; task++) {
                cluster.env()
                        .start("creates", TaskKind.LIGHT, () -> pods(cluster).create(pod("default")));
            }
            cluster.env().settle();
            return trace.hex()
                    + pods(cluster).list("default", ListOptions.ALL).stream()
                            .map(ObjectKey::of)
                            .toList();
        }
    }

    private static TypedClient<Pod> pods(TestCluster cluster) {
        return Typed.of(Pod.class).over(cluster.admin());
    }

    private static Pod pod(String namespace) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withGenerateName("web-")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("nginx")
                .endContainer()
                .endSpec()
                .build();
    }

    private static ApiError failure(ThrowingCallable call) {
        return catchThrowableOfType(ApiException.class, call).error();
    }
}
