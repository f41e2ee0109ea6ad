package dev.setpoint.store.memory;

import static dev.setpoint.store.Samples.NODE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.TaskKind;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.base.testing.Seeds;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.store.Change;
import dev.setpoint.store.Commit;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.Samples;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Writers and watchers in any order that the seed gives. Afterwards the changes that a watcher of everything
/// saw are replayed into sorted maps, and everything else that anybody saw must follow from them.
class StorePropertyTest {
    private static final List<String> RESOURCES = List.of("pods", "services");
    private static final Duration LONG = Duration.ofMinutes(1);

    private record Seen(Scope scope, long after, List<Change> changes, long upTo) {}

    @Test
    void everySnapshotAndEveryWatchFollowsFromOneHistory() {
        Seeds.check(60, seed -> {
            try (var world = BatonEnv.create(BatonOptions.random(seed))) {
                run(world, StoreOptions.defaults());
            }
        });
    }

    @Test
    void soItIsWhenLittleIsRetained() {
        Seeds.check(60, seed -> {
            try (var world = BatonEnv.create(BatonOptions.random(seed))) {
                run(world, StoreOptions.defaults().withHistory(Duration.ofMinutes(5), 50_000));
            }
        });
    }

    private static void run(BatonEnv world, StoreOptions options) {
        var store = MemoryStore.open(world, options);
        long start = store.snapshot().revision();
        var histories = new ArrayList<Seen>();
        var seen = new ArrayList<Seen>();
        for (var resource : RESOURCES) {
            world.start(
                    "historian", TaskKind.LIGHT, () -> watch(store, new Scope.Everything(resource), start, histories));
        }
        // They must be reading before anything can be dropped.
        world.settle();
        for (int writer = 0; writer < 4; writer++) {
            var env = world.child("writer" + writer);
            env.start("write", TaskKind.LIGHT, () -> {
                for (int round = 0; round < 60; round++) {
                    store.commit(anyCommit(env.random(), store));
                    env.giveWay();
                }
            });
        }
        for (int watcher = 0; watcher < 6; watcher++) {
            var env = world.child("watcher" + watcher);
            env.start("watch", TaskKind.LIGHT, () -> {
                env.sleep(Duration.ofNanos(env.random().nextInt(3)));
                long oldest = store.oldestRevision();
                long after = env.random().nextLong(oldest, store.snapshot().revision() + 1);
                watch(store, anyScope(env.random()), after, seen);
            });
        }
        world.settle();
        world.advance(LONG.multipliedBy(2));
        var all = new ArrayList<Change>();
        histories.forEach(history -> all.addAll(history.changes()));
        assertThat(histories).hasSize(RESOURCES.size());
        assertThat(seen).hasSize(6);
        seen.forEach(one -> assertThat(one.changes()).isEqualTo(expected(one, all)));
        checkStates(store, start, all);
    }

    /// Reads until nothing has come for a while, or the place was dropped.
    private static void watch(Store store, Scope scope, long after, List<Seen> seen) {
        var changes = new ArrayList<Change>();
        long upTo = after;
        try (var cursor = store.watch(scope, after)) {
            for (var batch = cursor.next(7, LONG); ; batch = cursor.next(7, LONG)) {
                changes.addAll(batch.changes());
                upTo = batch.revision();
                if (batch.changes().isEmpty()) {
                    break;
                }
            }
        } catch (ExpiredException _) {
            // All that was seen before must be right nevertheless.
        }
        seen.add(new Seen(scope, after, changes, upTo));
    }

    private static List<Change> expected(Seen seen, List<Change> all) {
        return all.stream()
                .filter(change -> change.revision() > seen.after && change.revision() <= seen.upTo)
                .filter(change -> concerns(seen.scope, change.before()) || concerns(seen.scope, change.after()))
                .toList();
    }

    private static boolean concerns(Scope scope, @Nullable Stored stored) {
        if (stored == null || !stored.key().resource().equals(scope.resource())) {
            return false;
        }
        return switch (scope) {
            case Scope.Everything _ -> true;
            case Scope.Namespace one -> stored.key().namespace().equals(one.namespace());
            case Scope.Name one -> stored.key().equals(new Key(one.resource(), one.namespace(), one.name()));
            case Scope.Field one -> one.value().equals(stored.header().fields().get(one.field()));
        };
    }

    private static void checkStates(Store store, long start, List<Change> all) {
        var changes = new TreeMap<Long, List<Change>>();
        all.forEach(change -> changes.computeIfAbsent(change.revision(), _ -> new ArrayList<>())
                .add(change));
        var model = new TreeMap<Key, Stored>();
        assertThat(store.snapshot().revision()).isEqualTo(changes.isEmpty() ? start : changes.lastKey());
        for (long revision = start; revision <= store.snapshot().revision(); revision++) {
            changes.getOrDefault(revision, List.of()).forEach(change -> apply(model, change));
            if (revision >= store.oldestRevision()) {
                var state = store.snapshotAt(revision);
                var expected = List.copyOf(model.values());
                var actual = new ArrayList<Stored>();
                RESOURCES.forEach(resource -> add(actual, state.iterate(resource, "")));
                assertThat(actual).isEqualTo(expected);
            }
        }
    }

    private static void apply(NavigableMap<Key, Stored> model, Change change) {
        var after = change.after();
        var before = change.before();
        var known = after != null
                ? model.put(after.key(), after)
                : model.remove(Objects.requireNonNull(before).key());
        assertThat(known).isEqualTo(before);
    }

    private static void add(List<Stored> list, Iterator<Stored> values) {
        values.forEachRemaining(list::add);
    }

    private static Commit anyCommit(RandomGenerator random, Store store) {
        var key = anyKey(random, RESOURCES.get(random.nextInt(2)));
        long known = store.snapshot().find(key).map(Stored::revision).orElse(0L);
        List<Commit.Condition> conditions =
                random.nextBoolean() ? List.of(new Commit.Condition(key, known)) : List.of();
        var writes = new ArrayList<Commit.Write>();
        writes.add(anyWrite(random, key));
        if (random.nextInt(4) == 0) {
            writes.add(anyWrite(random, anyKey(random, key.resource().equals("pods") ? "services" : "pods")));
        }
        return new Commit(conditions, writes);
    }

    private static Commit.Write anyWrite(RandomGenerator random, Key key) {
        return random.nextInt(3) == 0
                ? new Commit.Delete(key)
                : Samples.put(key, "text" + random.nextInt(), "node" + random.nextInt(2));
    }

    private static Key anyKey(RandomGenerator random, String resource) {
        return new Key(resource, "ns" + random.nextInt(2), "name" + random.nextInt(5));
    }

    private static Scope anyScope(RandomGenerator random) {
        var key = anyKey(random, RESOURCES.get(random.nextInt(2)));
        return switch (random.nextInt(4)) {
            case 0 -> new Scope.Everything(key.resource());
            case 1 -> new Scope.Namespace(key.resource(), key.namespace());
            case 2 -> new Scope.Name(key.resource(), key.namespace(), key.name());
            default -> new Scope.Field(key.resource(), NODE, "node" + random.nextInt(2));
        };
    }
}
