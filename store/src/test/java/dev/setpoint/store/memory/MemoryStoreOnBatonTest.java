package dev.setpoint.store.memory;

import static dev.setpoint.store.Samples.committed;
import static dev.setpoint.store.Samples.names;
import static dev.setpoint.store.Samples.pod;
import static dev.setpoint.store.Samples.put;
import static dev.setpoint.store.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.Env;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.baton.BatonOptions;
import dev.setpoint.store.Change;
import dev.setpoint.store.Commit.Delete;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.Samples;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreContract;
import dev.setpoint.store.StoreOptions;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The whole contract on virtual time, and what only virtual time can show.
class MemoryStoreOnBatonTest extends StoreContract {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Override
    protected Env createEnv() {
        return BatonEnv.create(1);
    }

    @Override
    protected Store open(Env env, StoreOptions options) {
        return MemoryStore.open(env, options);
    }

    @Test
    void changesAreKeptForFiveMinutes() {
        try (var world = BatonEnv.create(1)) {
            var store = MemoryStore.open(world, StoreOptions.defaults());
            long start = store.snapshot().revision();
            committed(store, write(put(pod("ns", "a"), "1")));
            world.advance(Duration.ofMinutes(4));
            committed(store, write(put(pod("ns", "a"), "2")));
            world.advance(Duration.ofSeconds(59));
            assertThat(store.oldestRevision()).isEqualTo(start);
            assertThat(store.snapshotAt(start).count("pods")).isZero();
            world.advance(Duration.ofSeconds(30));
            assertThat(store.oldestRevision()).isEqualTo(start + 1);
            assertThat(store.stats().droppedByAge()).isEqualTo(1);
            world.advance(Duration.ofMinutes(5));
            assertThat(store.oldestRevision()).isEqualTo(start + 2);
            assertThat(store.stats().historyChanges()).isZero();
            assertThat(store.stats().historyBytes()).isZero();
            assertThat(store.snapshotAt(start + 2).count("pods")).isEqualTo(1);
        }
    }

    @Test
    void aCursorThatHasSeenEverythingOutlivesWhatItHasSeen() {
        try (var world = BatonEnv.create(1)) {
            var store = MemoryStore.open(world, StoreOptions.defaults());
            var scope = new Scope.Everything("pods");
            try (var cursor = store.watch(scope, store.snapshot().revision());
                    var slow = store.watch(scope, store.snapshot().revision())) {
                for (int round = 0; round < 100; round++) {
                    for (int number = 0; number < 8; number++) {
                        committed(store, write(put(pod("ns", "p"), "x")));
                    }
                    assertThat(cursor.next(8, LONG).changes()).hasSize(8);
                    world.advance(Duration.ofMinutes(6));
                }
                assertThatThrownBy(() -> slow.next(1, LONG)).isInstanceOf(ExpiredException.class);
            }
        }
    }

    @Test
    void aForgottenCursorKeepsNothingAlive() {
        try (var world = BatonEnv.create(1)) {
            var store = MemoryStore.open(world, StoreOptions.defaults());
            var slow =
                    store.watch(new Scope.Everything("pods"), store.snapshot().revision());
            var dropped = new ArrayList<WeakReference<Change>>();
            for (int number = 0; number < 1000; number++) {
                long before = store.snapshot().revision();
                committed(store, write(put(pod("ns", "p"), "x")));
                try (var reader = store.watch(new Scope.Everything("pods"), before)) {
                    dropped.add(
                            new WeakReference<>(reader.next(1, LONG).changes().getFirst()));
                }
            }
            world.advance(Duration.ofMinutes(10));
            System.gc();
            assertThat(dropped).allMatch(reference -> reference.refersTo(null));
            assertThatThrownBy(() -> slow.next(1, LONG)).isInstanceOf(ExpiredException.class);
        }
    }

    @Test
    void onlyThoseWhomAChangeConcernsAreWoken() {
        var trace = new ArrayList<String>();
        try (var world = BatonEnv.create(BatonOptions.firstCome(1).withTrace(trace::add))) {
            var store = MemoryStore.open(world, StoreOptions.defaults());
            long start = store.snapshot().revision();
            var scopes = List.of(
                    new Scope.Everything("pods"),
                    new Scope.Everything("nodes"),
                    new Scope.Namespace("pods", "a"),
                    new Scope.Namespace("pods", "b"),
                    new Scope.Name("pods", "a", "x"),
                    new Scope.Name("pods", "a", "y"),
                    new Scope.Field("pods", Samples.NODE, "node1"),
                    new Scope.Field("pods", Samples.NODE, "node2"));
            for (var scope : scopes) {
                world.start(scope.toString(), TaskKind.LIGHT, () -> {
                    try (var cursor = store.watch(scope, start)) {
                        cursor.next(1, Duration.ofHours(1));
                    }
                });
            }
            world.settle();
            trace.clear();
            committed(store, write(put(pod("a", "x"), "text", "node1")));
            world.settle();
            var woken = scopes.stream()
                    .filter(scope -> trace.stream().anyMatch(line -> line.contains(scope.toString())))
                    .toList();
            assertThat(woken).containsExactly(scopes.get(0), scopes.get(2), scopes.get(4), scopes.get(6));
        }
    }

    @Test
    void aForkGoesItsOwnWay() {
        try (var world = BatonEnv.create(1)) {
            var store = MemoryStore.open(world, StoreOptions.defaults());
            committed(store, write(put(pod("ns", "a"), "1")));
            committed(store, write(put(pod("ns", "b"), "1")));
            var fork = MemoryStore.fork(world.child("fork"), StoreOptions.defaults(), store.snapshot());
            assertThat(fork.snapshot().revision()).isEqualTo(store.snapshot().revision());
            committed(fork, write(new Delete(pod("ns", "a"))));
            committed(store, write(put(pod("ns", "c"), "1")));
            assertThat(names(fork.snapshot().iterate("pods", ""))).containsExactly("b");
            assertThat(names(store.snapshot().iterate("pods", ""))).containsExactly("a", "b", "c");
        }
    }
}
