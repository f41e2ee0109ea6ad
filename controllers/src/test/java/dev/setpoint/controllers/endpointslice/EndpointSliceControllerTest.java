package dev.setpoint.controllers.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.LoopWorld;
import dev.setpoint.controllers.Mortality;
import dev.setpoint.controllers.endpoints.EndpointsController;
import dev.setpoint.controllers.mirroring.MirroringController;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointAddressBuilder;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointConditions;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The three loops that say what stands behind a Service.
final class EndpointSliceControllerTest {
    private static final ObjectKey WEB = new ObjectKey(Samples.NAMESPACE, "web");

    private static LoopWorld world(Mortality mortality) {
        LoopWorld world = new LoopWorld(
                mortality,
                (_, as) -> List.of(
                        EndpointSliceController.of(as.account("endpointslice-controller")),
                        EndpointsController.of(as.account("endpoint-controller")),
                        MirroringController.of(as.account("endpointslicemirroring-controller"))));
        world.create(new NodeBuilder()
                .withNewMetadata()
                .withName("near")
                .addToLabels("topology.kubernetes.io/zone", "a")
                .endMetadata()
                .build());
        return world;
    }

    @ParameterizedTest
    @EnumSource
    void aServiceWithoutPodsHasAnEmptySlice(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(service().build());
            world.settle();
            assertThat(world.all(EndpointSlice.class)).singleElement().satisfies(slice -> {
                assertThat(slice.getEndpoints()).isNullOrEmpty();
                assertThat(slice.getPorts()).isNullOrEmpty();
            });
            assertThat(world.objects(Endpoints.class).get(WEB).getSubsets()).isEmpty();
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void podsAppearAndGo(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(service().build());
            for (int index = 0; index < 250; index++) {
                create(world, pod("p" + index, "10.0." + index / 200 + "." + index % 200, index % 2 == 0));
            }
            world.settle();
            assertThat(world.all(EndpointSlice.class)).hasSize(3).allSatisfy(slice -> {
                assertThat(slice.getEndpoints()).hasSizeLessThanOrEqualTo(100);
                assertThat(slice.getPorts())
                        .extracting(EndpointPort::getName, EndpointPort::getPort)
                        .containsExactly(tuple("http", 8080));
            });
            assertThat(endpoints(world)).hasSize(250);
            Endpoints legacy = world.objects(Endpoints.class).get(WEB);
            assertThat(legacy.getSubsets()).singleElement().satisfies(subset -> {
                assertThat(subset.getAddresses()).hasSize(125);
                assertThat(subset.getNotReadyAddresses()).hasSize(125);
            });
            world.objects(Pod.class).delete(new ObjectKey(Samples.NAMESPACE, "p7"), DeleteOptions.DEFAULT);
            world.settle();
            assertThat(endpoints(world)).hasSize(249);
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEndpointSaysInWhichConditionItsPodIs(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(service().build());
            create(world, pod("ready", "10.0.0.1", true));
            create(
                    world,
                    pod("lost", "10.0.0.2", true)
                            .edit()
                            .editSpec()
                            .withNodeName("nowhere")
                            .endSpec()
                            .build());
            create(
                    world,
                    pod("going", "10.0.0.3", true)
                            .edit()
                            .editMetadata()
                            .withFinalizers("example.com/hold")
                            .endMetadata()
                            .build());
            world.objects(Pod.class).delete(new ObjectKey(Samples.NAMESPACE, "going"), DeleteOptions.DEFAULT);
            world.settle();
            assertThat(endpoints(world))
                    .extracting(
                            endpoint -> endpoint.getTargetRef().getName(), Endpoint::getZone, Endpoint::getConditions)
                    .containsExactlyInAnyOrder(
                            tuple("ready", "a", new EndpointConditions(true, true, false)),
                            tuple("going", "a", new EndpointConditions(false, true, true)));
            assertThat(world.objects(Endpoints.class)
                            .get(WEB)
                            .getSubsets()
                            .getFirst()
                            .getAddresses())
                    .extracting(EndpointAddress::getIp)
                    .containsExactly("10.0.0.1", "10.0.0.2");
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void hintsFollowTheServicesPreference(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(service()
                    .editSpec()
                    .withTrafficDistribution("PreferSameNode")
                    .endSpec()
                    .build());
            create(world, pod("ready", "10.0.0.1", true));
            create(world, pod("unready", "10.0.0.2", false));
            world.settle();
            assertThat(endpoints(world)
                            .getFirst()
                            .getHints()
                            .getForZones()
                            .getFirst()
                            .getName())
                    .isEqualTo("a");
            assertThat(endpoints(world)
                            .getFirst()
                            .getHints()
                            .getForNodes()
                            .getFirst()
                            .getName())
                    .isEqualTo("near");
            assertThat(endpoints(world).get(1).getHints()).isNull();
            world.assertQuiet();
        }
    }

    @ParameterizedTest
    @EnumSource
    void handWrittenEndpointsAreMirrored(Mortality mortality) {
        try (LoopWorld world = world(mortality)) {
            world.create(service().editSpec().withSelector(Map.of()).endSpec().build());
            world.create(byHand("10.1.0.1", "10.1.0.2"));
            world.settle();
            assertThat(world.all(EndpointSlice.class)).singleElement().satisfies(slice -> {
                assertThat(slice.getEndpoints()).hasSize(2);
                assertThat(Metadata.labels(slice))
                        .containsEntry(SlicePacking.MANAGED_BY, "endpointslicemirroring-controller.k8s.io")
                        .containsEntry(SlicePacking.SERVICE_NAME, "web");
            });
            Endpoints present = world.objects(Endpoints.class).get(WEB);
            world.objects(Endpoints.class)
                    .update(present.edit()
                            .withSubsets(byHand("10.1.0.2").getSubsets())
                            .build());
            world.settle();
            assertThat(endpoints(world))
                    .singleElement()
                    .satisfies(endpoint -> assertThat(endpoint.getAddresses()).containsExactly("10.1.0.2"));
            world.assertQuiet();
            world.objects(Service.class).delete(WEB, DeleteOptions.DEFAULT);
            world.settle();
            assertThat(world.all(EndpointSlice.class)).isEmpty();
            assertThat(world.all(Endpoints.class))
                    .as("they go with their Service")
                    .isEmpty();
        }
    }

    private static void create(LoopWorld world, Pod pod) {
        world.create(pod);
        world.objects(Pod.class)
                .updateStatus(
                        pod.edit().editMetadata().withUid(null).endMetadata().build());
    }

    private static List<Endpoint> endpoints(LoopWorld world) {
        return world.all(EndpointSlice.class).stream()
                .flatMap(slice -> slice.getEndpoints().stream())
                .toList();
    }

    private static Pod pod(String name, String address, boolean ready) {
        return new PodBuilder(Samples.pod(name, Map.of("app", "web")))
                .editSpec()
                .withNodeName("near")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewPodIP(address)
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready ? "True" : "False")
                .endCondition()
                .endStatus()
                .build();
    }

    private static Endpoints byHand(String... addresses) {
        return new EndpointsBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName("web")
                .endMetadata()
                .addNewSubset()
                .withAddresses(Arrays.stream(addresses)
                        .map(address ->
                                new EndpointAddressBuilder().withIp(address).build())
                        .toList())
                .addNewPort()
                .withPort(80)
                .withProtocol("TCP")
                .endPort()
                .endSubset()
                .build();
    }

    private static ServiceBuilder service() {
        return new ServiceBuilder()
                .withNewMetadata()
                .withNamespace(Samples.NAMESPACE)
                .withName("web")
                .endMetadata()
                .withNewSpec()
                .withClusterIP("10.96.0.7")
                .withIpFamilies("IPv4")
                .withSelector(Map.of("app", "web"))
                .addNewPort()
                .withName("http")
                .withPort(80)
                .withProtocol("TCP")
                .withTargetPort(new IntOrString(8080))
                .endPort()
                .endSpec();
    }
}
