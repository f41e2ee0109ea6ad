package dev.setpoint.controllers.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Owner;
import dev.setpoint.base.value.Stored;
import dev.setpoint.controllers.garbage.GarbagePlan.KnownOwner;
import dev.setpoint.controllers.garbage.GarbagePlan.OwnerState;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any graph of owners, any deletions, in any order of looking: the collector comes to rest; then nothing stays whose
/// owners are all gone, and nothing has gone that an owner still held.
final class GarbagePlanPropertyTest {
    private static final ResourceType TYPE =
            Objects.requireNonNull(ResourceTable.builtIn().find("", "v1", "configmaps"));
    private static final int MOST_ROUNDS = 50;

    @Test
    void everyWorldConverges() {
        Seeds.check(600, seed -> {
            RandomGenerator random = Seeds.random(seed);
            World world = new World(random);
            for (int look = 0; look < 3 * world.objects.size(); look++) {
                world.lookAtOne(random);
            }
            int rounds = 0;
            while (world.lookAtAll()) {
                assertThat(++rounds).as("seed %d: rounds", seed).isLessThan(MOST_ROUNDS);
            }
            world.assertRight(seed);
        });
    }

    private static final class World {
        private final Map<String, Item> objects = new TreeMap<>();
        /// Those that a deletion by hand takes, with all that hangs on nothing else.
        private final List<String> roots = new ArrayList<>();

        private final Map<String, List<String>> ownersAtFirst = new TreeMap<>();

        World(RandomGenerator random) {
            int count = 1 + random.nextInt(8);
            for (int index = 0; index < count; index++) {
                List<Owner> owners = new ArrayList<>();
                int named = index == 0 ? 0 : random.nextInt(3);
                for (int number = 0; number < named; number++) {
                    String owner = random.nextInt(8) == 0 ? "never" : "o" + random.nextInt(index);
                    if (owners.stream().noneMatch(known -> known.uid().equals(owner))) {
                        owners.add(new Owner("v1", "ConfigMap", owner, owner, false, random.nextBoolean()));
                    }
                }
                put("o" + index, owners, List.of(), false);
                ownersAtFirst.put("o" + index, owners.stream().map(Owner::uid).toList());
            }
            for (String name : List.copyOf(objects.keySet())) {
                if (random.nextInt(4) == 0) {
                    roots.add(name);
                    switch (random.nextInt(3)) {
                        case 0 -> objects.remove(name);
                        case 1 -> delete(name, Item.FOREGROUND);
                        default -> delete(name, Item.ORPHAN);
                    }
                }
            }
        }

        private void put(String name, List<Owner> owners, List<String> finalizers, boolean deleting) {
            Header header = new Header(name, 1, Map.of(), Map.of(), owners, finalizers, deleting);
            objects.put(
                    name, new Item(TYPE, new Stored(new Key("configmaps", "test", name), 1, header, new byte[0], -1)));
        }

        private void delete(String name, String finalizer) {
            Header header = item(name).header();
            put(name, header.owners(), List.of(finalizer), true);
        }

        GarbagePlan plan(String name) {
            Item item = item(name);
            List<KnownOwner> owners = item.header().owners().stream()
                    .map(owner -> new KnownOwner(owner.uid(), state(owner.uid())))
                    .toList();
            List<Item> dependents = objects.values().stream()
                    .filter(other -> other.header().owners().stream()
                            .anyMatch(owner -> owner.uid().equals(name)))
                    .toList();
            return GarbagePlan.plan(item, owners, dependents);
        }

        private Item item(String name) {
            return Objects.requireNonNull(objects.get(name));
        }

        private OwnerState state(String uid) {
            Item owner = objects.get(uid);
            if (owner == null) {
                return OwnerState.GONE;
            }
            return owner.waitsForDependents() ? OwnerState.WAITING : OwnerState.SOLID;
        }

        /// @return whether there was anything to do
        boolean lookAtAll() {
            boolean busy = false;
            for (String name : List.copyOf(objects.keySet())) {
                if (objects.containsKey(name)) {
                    List<GarbageAction> actions = plan(name).actions();
                    actions.forEach(action -> execute(name, action));
                    busy |= !actions.isEmpty();
                }
            }
            return busy;
        }

        void lookAtOne(RandomGenerator random) {
            if (objects.isEmpty()) {
                return;
            }
            String name = List.copyOf(objects.keySet()).get(random.nextInt(objects.size()));
            List<GarbageAction> actions = plan(name).actions();
            // A collector that dies in the middle leaves the rest undone.
            int done = random.nextInt(4) == 0 ? random.nextInt(actions.size() + 1) : actions.size();
            actions.subList(0, done).forEach(action -> execute(name, action));
        }

        private void execute(String name, GarbageAction action) {
            Header header = item(name).header();
            switch (action) {
                case GarbageAction.Delete(var propagation) -> {
                    switch (propagation) {
                        case FOREGROUND -> delete(name, Item.FOREGROUND);
                        case ORPHAN -> delete(name, Item.ORPHAN);
                        default -> objects.remove(name);
                    }
                }
                case GarbageAction.DropOwners(var uids) ->
                    put(name, without(header, uids), header.finalizers(), header.deleting());
                case GarbageAction.UnblockOwners() ->
                    put(
                            name,
                            header.owners().stream()
                                    .map(owner -> new Owner(
                                            owner.apiVersion(), owner.kind(), owner.name(), owner.uid(), false, false))
                                    .toList(),
                            header.finalizers(),
                            header.deleting());
                case GarbageAction.Orphan(var dependent) -> {
                    Header its = dependent.header();
                    put(its.uid(), without(its, List.of(name)), its.finalizers(), its.deleting());
                }
                case GarbageAction.RemoveFinalizer(var _) -> objects.remove(name);
            }
        }

        private static List<Owner> without(Header header, List<String> uids) {
            return header.owners().stream()
                    .filter(owner -> !uids.contains(owner.uid()))
                    .toList();
        }

        void assertRight(long seed) {
            objects.values().forEach(item -> {
                assertThat(item.header().deleting())
                        .as("seed %d: %s hangs", seed, item.uid())
                        .isFalse();
                assertThat(item.header().owners())
                        .as("seed %d: the owners of %s", seed, item.uid())
                        .allMatch(owner -> objects.containsKey(owner.uid()));
            });
            assertThat(objects.keySet()).as("seed %d: what was deleted", seed).noneMatch(roots::contains);
            ownersAtFirst.forEach((name, owners) -> {
                boolean held = owners.isEmpty() || owners.stream().anyMatch(objects::containsKey);
                assertThat(objects.containsKey(name) || roots.contains(name) || !held)
                        .as("seed %d: %s went, and was held", seed, name)
                        .isTrue();
            });
        }
    }
}
