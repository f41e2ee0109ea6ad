package dev.setpoint.controllers.mirroring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.endpointslice.SliceAction;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Samples;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Any Endpoints, any slices left from before: the slices come to hold the same addresses, or there are none.
final class MirroringPlanPropertyTest {
    @Test
    void everyWorldConverges() {
        Seeds.check(500, seed -> {
            World world = new World(Seeds.random(seed));
            world.execute(world.plan());
            world.assertMirrors(seed);
        });
    }

    @Test
    void everyPrefixOfAPlanConverges() {
        Seeds.check(500, seed -> {
            World world = new World(Seeds.random(seed));
            List<SliceAction> actions = world.plan();
            world.execute(actions.subList(0, Seeds.random(seed).nextInt(actions.size() + 1)));
            world.execute(world.plan());
            world.assertMirrors(seed);
        });
    }

    private static final class World {
        private final Map<String, EndpointSlice> slices = new LinkedHashMap<>();
        private Optional<Endpoints> endpoints;
        private Optional<Service> service;
        private int created;

        /// First it mirrors something; then some of that is lost, and there is something else to mirror.
        World(RandomGenerator random) {
            endpoints = Optional.of(endpoints(random));
            service = Optional.of(service(Map.of()));
            execute(plan());
            slices.values().removeIf(_ -> random.nextInt(4) == 0);
            endpoints = random.nextInt(5) > 0 ? Optional.of(endpoints(random)) : Optional.empty();
            service = random.nextInt(5) > 0
                    ? Optional.of(service(random.nextInt(4) == 0 ? Map.of("app", "web") : Map.of()))
                    : Optional.empty();
        }

        List<SliceAction> plan() {
            return MirroringPlan.plan(endpoints, service, List.copyOf(slices.values()));
        }

        void execute(List<SliceAction> actions) {
            for (SliceAction action : actions) {
                switch (action) {
                    case SliceAction.Create(var slice) -> {
                        EndpointSlice named = new EndpointSliceBuilder(slice)
                                .editMetadata()
                                .withName("web-" + created++)
                                .endMetadata()
                                .build();
                        slices.put(Metadata.name(named), named);
                    }
                    case SliceAction.Update(var slice) -> slices.put(Metadata.name(slice), slice);
                    case SliceAction.Delete(var slice) -> slices.remove(Metadata.name(slice));
                }
            }
        }

        void assertMirrors(long seed) {
            assertThat(plan()).as("seed %d: a second plan", seed).isEmpty();
            boolean mirrored = endpoints
                            .filter(present ->
                                    !Metadata.labels(present).containsKey("endpointslice.kubernetes.io/skip-mirror"))
                            .isPresent()
                    && service.filter(present -> present.getSpec().getSelector().isEmpty())
                            .isPresent();
            assertThat(slices.values().stream()
                            .flatMap(slice -> slice.getEndpoints().stream())
                            .map(endpoint -> endpoint.getAddresses().getFirst() + " "
                                    + endpoint.getConditions().getReady()))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(
                            mirrored ? addresses(endpoints.orElseThrow()).toList() : List.of());
        }

        private static Stream<String> addresses(Endpoints endpoints) {
            return endpoints.getSubsets().stream()
                    .flatMap(subset -> Stream.concat(
                            told(subset.getAddresses(), true), told(subset.getNotReadyAddresses(), false)));
        }

        private static Stream<String> told(List<EndpointAddress> addresses, boolean ready) {
            return addresses.stream().map(address -> address.getIp() + " " + ready);
        }

        private static Endpoints endpoints(RandomGenerator random) {
            EndpointsBuilder endpoints = new EndpointsBuilder()
                    .withNewMetadata()
                    .withNamespace(Samples.NAMESPACE)
                    .withName("web")
                    .withUid("uid-web")
                    .withLabels(
                            random.nextInt(8) == 0
                                    ? Map.of("endpointslice.kubernetes.io/skip-mirror", "true")
                                    : Map.of("a", "" + random.nextInt(2)))
                    .endMetadata();
            int subsets = random.nextInt(3);
            for (int number = 0; number < subsets; number++) {
                endpoints.addToSubsets(subset(random, number));
            }
            return endpoints.build();
        }

        private static EndpointSubset subset(RandomGenerator random, int number) {
            EndpointSubset subset = new EndpointSubset();
            int count = random.nextInt(6);
            for (int index = 0; index < count; index++) {
                String family = random.nextInt(4) == 0 ? "fd00::%d:%d" : "10.0.%d.%d";
                EndpointAddress address = new EndpointAddress(null, family.formatted(number, index), null, null);
                (random.nextBoolean() ? subset.getAddresses() : subset.getNotReadyAddresses()).add(address);
            }
            subset.getPorts().add(new io.fabric8.kubernetes.api.model.EndpointPort(null, "http", 8080 + number, "TCP"));
            return subset;
        }

        private static Service service(Map<String, String> selector) {
            return new ServiceBuilder()
                    .withNewMetadata()
                    .withNamespace(Samples.NAMESPACE)
                    .withName("web")
                    .endMetadata()
                    .withNewSpec()
                    .withSelector(selector)
                    .endSpec()
                    .build();
        }
    }
}
