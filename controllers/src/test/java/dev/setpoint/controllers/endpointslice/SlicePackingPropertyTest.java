package dev.setpoint.controllers.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.endpointslice.SlicePacking.Group;
import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any slices, any endpoints: executing the plan puts each endpoint into exactly one slice.
final class SlicePackingPropertyTest {
    private static final int MOST = 5;
    private static final List<Group> GROUPS =
            List.of(group("IPv4", 80), group("IPv4", 8080), new Group("IPv4", List.of()), new Group("IPv6", List.of()));
    private static final SlicePacking PACKING = new SlicePacking(
            new SlicePacking.Owner(
                    "test",
                    "web",
                    new OwnerReferenceBuilder().withName("web").withUid("u").build()),
            Map.of("app", "web"),
            Map.of("note", "kept"),
            MOST);

    @Test
    void everyWorldConverges() {
        Seeds.check(500, seed -> {
            World world = new World(seed);
            world.execute(world.plan());
            world.assertSettled(seed);
        });
    }

    @Test
    void everyPrefixOfAPlanConverges() {
        Seeds.check(500, seed -> {
            World world = new World(seed);
            List<SliceAction> actions = world.plan();
            world.execute(actions.subList(0, Seeds.random(seed).nextInt(actions.size() + 1)));
            world.execute(world.plan());
            world.assertSettled(seed);
        });
    }

    /// An endpoint that stays is never without a slice, not even between two writes.
    @Test
    void whatStaysNeverMoves() {
        Seeds.check(500, seed -> {
            World world = new World(seed);
            Map<String, String> before = world.places();
            world.execute(world.plan());
            Map<String, String> after = world.places();
            before.forEach((address, slice) -> {
                if (after.containsKey(address)) {
                    assertThat(after).as("seed %d", seed).containsEntry(address, slice);
                }
            });
        });
    }

    @Test
    void oneMoreEndpointIsOneWrite() {
        Seeds.check(500, seed -> {
            World world = new World(seed);
            world.execute(world.plan());
            world.desired.put(
                    GROUPS.getFirst(), new ArrayList<>(world.desired.getOrDefault(GROUPS.getFirst(), List.of())));
            world.execute(world.plan());
            world.desired.get(GROUPS.getFirst()).add(endpoint("10.9.9.9", true));
            assertThat(world.plan()).as("seed %d", seed).hasSize(1);
        });
    }

    private static Group group(String family, int port) {
        return new Group(
                family,
                List.of(new EndpointPortBuilder()
                        .withName("http")
                        .withPort(port)
                        .build()));
    }

    private static Endpoint endpoint(String address, boolean ready) {
        return new EndpointBuilder()
                .withAddresses(address)
                .withNewConditions(ready, ready, false)
                .build();
    }

    /// Slices and wishes, drawn from a seed. An address lies in at most one slice of a group, as this loop keeps it.
    private static final class World {
        private final Map<String, EndpointSlice> slices = new LinkedHashMap<>();
        private final Map<Group, List<Endpoint>> desired = new LinkedHashMap<>();
        private int created;

        World(long seed) {
            RandomGenerator random = Seeds.random(seed);
            int number = 0;
            for (int index = random.nextInt(7); index > 0; index--) {
                Group group = GROUPS.get(random.nextInt(GROUPS.size()));
                List<Endpoint> held = new ArrayList<>();
                for (int count = random.nextInt(MOST + 1); count > 0; count--) {
                    held.add(endpoint("10.0.0." + number++, random.nextBoolean()));
                }
                put(new EndpointSliceBuilder()
                        .withNewMetadata()
                        .withName("web-old" + index)
                        .withLabels(random.nextInt(4) == 0 ? Map.of() : PACKING.labels())
                        .withAnnotations(PACKING.annotations())
                        .withOwnerReferences(PACKING.owner().reference())
                        .endMetadata()
                        .withAddressType(group.addressType())
                        .withPorts(group.ports())
                        .withEndpoints(held)
                        .build());
                if (random.nextInt(3) > 0) {
                    List<Endpoint> wanted = desired.computeIfAbsent(group, _ -> new ArrayList<>());
                    held.stream().filter(_ -> random.nextInt(4) > 0).forEach(wanted::add);
                    for (int more = random.nextInt(2 * MOST); more > 0; more--) {
                        wanted.add(endpoint("10.0.1." + number++, random.nextBoolean()));
                    }
                }
            }
        }

        List<SliceAction> plan() {
            return PACKING.plan(desired, slices.values());
        }

        void execute(List<SliceAction> actions) {
            for (SliceAction action : actions) {
                switch (action) {
                    case SliceAction.Create(var slice) ->
                        put(new EndpointSliceBuilder(slice)
                                .editMetadata()
                                .withName("web-new" + created++)
                                .endMetadata()
                                .build());
                    case SliceAction.Update(var slice) -> put(slice);
                    case SliceAction.Delete(var slice) -> slices.remove(Metadata.name(slice));
                }
            }
        }

        void assertSettled(long seed) {
            assertThat(plan()).as("seed %d: a second plan", seed).isEmpty();
            desired.forEach((group, endpoints) -> assertThat(slices.values().stream()
                            .filter(slice -> new Group(slice.getAddressType(), slice.getPorts()).equals(group))
                            .flatMap(slice -> slice.getEndpoints().stream()))
                    .as("seed %d: %s", seed, group)
                    .containsExactlyInAnyOrderElementsOf(endpoints));
            assertThat(slices.values()).as("seed %d", seed).allSatisfy(slice -> {
                assertThat(slice.getEndpoints()).hasSizeLessThanOrEqualTo(MOST);
                assertThat(desired).containsKey(new Group(slice.getAddressType(), slice.getPorts()));
                assertThat(Metadata.labels(slice)).isEqualTo(PACKING.labels());
            });
        }

        Map<String, String> places() {
            Map<String, String> places = new LinkedHashMap<>();
            slices.values()
                    .forEach(slice -> slice.getEndpoints()
                            .forEach(endpoint ->
                                    places.put(endpoint.getAddresses().getFirst(), Metadata.name(slice))));
            return places;
        }

        private void put(EndpointSlice slice) {
            slices.put(Metadata.name(slice), slice);
        }
    }
}
