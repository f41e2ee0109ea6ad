package dev.setpoint.controllers.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.testing.TestCluster;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BySelectorTest {
    private static final int OBJECTS = 60;
    private static final Index SELECTORS = BySelector.index(
            Types.SERVICE,
            service -> Optional.of(Metadata.orEmpty(service.getSpec().getSelector())));

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void findsWhatALookAtEverythingFinds(long seed) {
        Random random = new Random(seed);
        try (TestCluster cluster = TestCluster.create(seed)) {
            cluster.createNamespace("n0");
            cluster.createNamespace("n1");
            BatonEnv env = cluster.env();
            Client server = cluster.admin();
            BatonEnv process = env.child("process");
            Loops loops = new Loops(process, cluster.client(process, TestCluster.ADMIN, "process"), new Metrics());
            Informer<Pod> pods = loops.informer(Types.POD);
            Informer<Service> services = loops.informer(Types.SERVICE);
            BySelector.prepare(pods);
            services.index(SELECTORS);
            loops.start();
            for (int i = 0; i < OBJECTS; i++) {
                Types.POD.over(server).create(pod(random, i));
                Types.SERVICE.over(server).create(service(random, i));
            }
            env.settle();
            for (int i = 0; i < OBJECTS; i += 2) { // Labels and selectors move, too.
                Pod there = Types.POD.over(server).get(ObjectKey.of(pod(random, i)));
                Types.POD
                        .over(server)
                        .update(there.edit()
                                .editMetadata()
                                .withLabels(labels(random))
                                .endMetadata()
                                .build());
                Types.SERVICE.over(server).update(service(random, i));
            }
            env.settle();
            for (Service service : services.all()) {
                Map<String, String> selector =
                        Metadata.orEmpty(service.getSpec().getSelector());
                String namespace = service.getMetadata().getNamespace();
                Predicate<Stored> passes =
                        pod -> WorkloadSelector.contains(pod.header().labels(), selector);
                assertThat(BySelector.selected(pods, namespace, selector, passes))
                        .isEqualTo(pods.select(namespace, passes));
            }
            for (Stored pod : pods.objects().all()) {
                Predicate<Service> selects = service -> WorkloadSelector.contains(
                        pod.header().labels(),
                        Metadata.orEmpty(service.getSpec().getSelector()));
                assertThat(BySelector.selecting(services, SELECTORS, pod).stream()
                                .filter(selects))
                        .extracting(ObjectKey::of)
                        .containsExactlyInAnyOrderElementsOf(
                                services.inNamespace(pod.key().namespace()).stream()
                                        .filter(selects)
                                        .map(ObjectKey::of)
                                        .toList());
            }
        }
    }

    private static Pod pod(Random random, int number) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("n" + number % 2)
                .withName("p" + number)
                .withLabels(labels(random))
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("image:1")
                .endContainer()
                .endSpec()
                .build();
    }

    private static Service service(Random random, int number) {
        return new ServiceBuilder()
                .withNewMetadata()
                .withNamespace("n" + number % 2)
                .withName("s" + number)
                .endMetadata()
                .withNewSpec()
                .withSelector(labels(random))
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build();
    }

    private static Map<String, String> labels(Random random) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (String name : List.of("a", "b", "c")) {
            if (random.nextInt(3) > 0) {
                labels.put(name, random.nextBoolean() ? "x" : "y");
            }
        }
        return labels;
    }
}
