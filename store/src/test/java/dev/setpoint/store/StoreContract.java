package dev.setpoint.store;

import static dev.setpoint.store.Samples.NODE;
import static dev.setpoint.store.Samples.committed;
import static dev.setpoint.store.Samples.creation;
import static dev.setpoint.store.Samples.names;
import static dev.setpoint.store.Samples.pod;
import static dev.setpoint.store.Samples.put;
import static dev.setpoint.store.Samples.text;
import static dev.setpoint.store.Samples.when;
import static dev.setpoint.store.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.value.Cause;
import dev.setpoint.base.value.Key;
import dev.setpoint.store.Commit.Delete;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every store does, whatever its engine and its world.
public abstract class StoreContract {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration NOW = Duration.ZERO;

    private Env env;
    private Store store;

    protected abstract Env createEnv();

    /// A new store without objects.
    protected abstract Store open(Env world, StoreOptions options);

    @BeforeEach
    void begin() {
        env = createEnv();
        store = open(env, StoreOptions.defaults());
    }

    @AfterEach
    void end() {
        store.close();
        env.close();
    }

    @Test
    void aNewStoreIsEmptyAndWellAboveRevisionOne() {
        assertThat(store.snapshot().revision()).isGreaterThanOrEqualTo(1000);
        assertThat(store.snapshot().count("pods")).isZero();
        assertThat(store.snapshot().find(pod("a", "b"))).isEmpty();
        assertThat(store.snapshot().iterate("pods", "").hasNext()).isFalse();
        assertThat(store.oldestRevision()).isEqualTo(store.snapshot().revision());
    }

    @Test
    void aCommittedObjectIsFoundAtItsRevision() {
        long before = store.snapshot().revision();
        long revision = committed(store, creation(put(pod("ns", "a"), "one")));
        assertThat(revision).isEqualTo(before + 1);
        assertThat(store.snapshot().revision()).isEqualTo(revision);
        assertThat(store.snapshot().find(pod("ns", "a"))).get().satisfies(found -> {
            assertThat(found.revision()).isEqualTo(revision);
            assertThat(text(found)).isEqualTo("one");
            assertThat(found.hole()).isEqualTo(3);
            assertThat(found.header()).isEqualTo(Samples.header(pod("ns", "a"), ""));
        });
    }

    @Test
    void knowsWhyACommitWasMadeAsLongAsItsHistoryLasts() {
        Cause cause = new Cause(
                "system:kube-scheduler",
                "kube-scheduler",
                Optional.of(new Cause.Run("scheduler", "ns/a", store.snapshot().revision())));
        long first = committed(store, creation(put(pod("ns", "a"), "one")).because(cause));
        long second = committed(store, creation(put(pod("ns", "b"), "two")));
        assertThat(store.cause(first)).contains(cause);
        assertThat(store.cause(second)).contains(Cause.UNKNOWN);
        assertThat(store.cause(second + 1)).isEmpty();
        store.beginHistory();
        assertThat(store.cause(first)).isEmpty();
    }

    @Test
    void listsAreInKeyOrderAndOfOneResource() {
        for (var key : List.of(pod("b", "z"), pod("b", "a"), pod("a", "m"), pod("c", "k"))) {
            committed(store, creation(put(key, "x")));
        }
        committed(store, creation(put(new Key("nodes", "", "n"), "x")));
        var snapshot = store.snapshot();
        assertThat(names(snapshot.iterate("pods", ""))).containsExactly("m", "a", "z", "k");
        assertThat(names(snapshot.iterate("pods", "b"))).containsExactly("a", "z");
        assertThat(names(snapshot.iterate("pods", "bb"))).isEmpty();
        assertThat(names(snapshot.iterateAfter("pods", "", pod("b", "a")))).containsExactly("z", "k");
        assertThat(names(snapshot.iterateAfter("pods", "b", pod("b", "a")))).containsExactly("z");
        assertThat(names(snapshot.iterateAfter("pods", "b", pod("b", "b")))).containsExactly("z");
        assertThat(names(snapshot.iterate("nodes", ""))).containsExactly("n");
        assertThat(snapshot.count("pods")).isEqualTo(4);
        assertThat(snapshot.count("nodes")).isEqualTo(1);
    }

    @Test
    void creatingWhatExistsConflictsAndShowsIt() {
        long revision = committed(store, creation(put(pod("ns", "a"), "one")));
        var result = store.commit(creation(put(pod("ns", "a"), "two")));
        assertThat(result).isInstanceOfSatisfying(CommitResult.Conflict.class, conflict -> {
            assertThat(conflict.key()).isEqualTo(pod("ns", "a"));
            assertThat(conflict.current()).get().hasToString("pods/ns/a@" + revision);
        });
        assertThat(store.snapshot().revision()).isEqualTo(revision);
        assertThat(store.snapshot().find(pod("ns", "a")))
                .get()
                .extracting(Samples::text)
                .isEqualTo("one");
    }

    @Test
    void conflictsWhenTheRevisionMoved() {
        long first = committed(store, creation(put(pod("ns", "a"), "one")));
        long second = committed(store, when(pod("ns", "a"), first, put(pod("ns", "a"), "two")));
        assertThat(store.commit(when(pod("ns", "a"), first, put(pod("ns", "a"), "three"))))
                .isInstanceOf(CommitResult.Conflict.class);
        assertThat(store.commit(when(pod("ns", "gone"), first, put(pod("ns", "a"), "three"))))
                .isEqualTo(new CommitResult.Conflict(pod("ns", "gone"), Optional.empty()));
        assertThat(store.snapshot().revision()).isEqualTo(second);
    }

    @Test
    void aCommitWritesSeveralKeysAtOneRevisionOrNone() {
        var service = new Key("services", "ns", "web");
        var address = new Key("ipaddresses", "", "10.0.0.1");
        long revision = committed(store, write(put(service, "s"), put(address, "a")));
        assertThat(store.snapshot().find(service)).get().hasToString("services/ns/web@" + revision);
        assertThat(store.snapshot().find(address)).get().hasToString("ipaddresses/10.0.0.1@" + revision);
        var stale = new Commit(
                List.of(new Commit.Condition(service, revision), new Commit.Condition(address, revision - 1)),
                List.of(new Delete(service), new Delete(address)));
        assertThat(store.commit(stale)).isInstanceOf(CommitResult.Conflict.class);
        assertThat(store.snapshot().find(service)).isPresent();
        long deleted = committed(store, write(new Delete(service), new Delete(address)));
        assertThat(deleted).isEqualTo(revision + 1);
        assertThat(store.snapshot().count("services") + store.snapshot().count("ipaddresses"))
                .isZero();
    }

    @Test
    void deletingWhatIsNotThereTakesNoRevision() {
        long revision = committed(store, creation(put(pod("ns", "a"), "one")));
        assertThat(committed(store, write(new Delete(pod("ns", "b"))))).isEqualTo(revision);
        assertThat(committed(store, write(new Delete(new Key("unheard", "", "of")))))
                .isEqualTo(revision);
        assertThat(store.stats().historyChanges()).isEqualTo(1);
    }

    @Test
    void aSnapshotNeverChanges() {
        committed(store, creation(put(pod("ns", "a"), "one")));
        var before = store.snapshot();
        committed(store, write(put(pod("ns", "a"), "two")));
        committed(store, write(put(pod("ns", "b"), "two")));
        committed(store, write(new Delete(pod("ns", "a"))));
        assertThat(before.find(pod("ns", "a"))).get().extracting(Samples::text).isEqualTo("one");
        assertThat(names(before.iterate("pods", ""))).containsExactly("a");
    }

    @Test
    void everyRetainedRevisionCanBeReadAgain() {
        long start = store.snapshot().revision();
        for (int number = 0; number < 600; number++) {
            committed(store, write(put(pod("ns", "p" + number % 50), "v" + number)));
        }
        for (int number = 0; number < 600; number++) {
            var then = store.snapshotAt(start + 1 + number);
            assertThat(then.revision()).isEqualTo(start + 1 + number);
            assertThat(then.count("pods")).isEqualTo(Math.min(50, number + 1));
            assertThat(then.find(pod("ns", "p" + number % 50)).map(Samples::text))
                    .contains("v" + number);
        }
        assertThat(store.snapshotAt(start).count("pods")).isZero();
        assertThatThrownBy(() -> store.snapshotAt(start - 1))
                .isInstanceOfSatisfying(ExpiredException.class, expired -> {
                    assertThat(expired.requested()).isEqualTo(start - 1);
                    assertThat(expired.oldest()).isEqualTo(start);
                });
        assertThatThrownBy(() -> store.snapshotAt(start + 601)).isInstanceOf(ExpiredException.class);
    }

    @Test
    void aCursorSeesEveryChangeAfterItsRevisionInOrder() {
        long start = store.snapshot().revision();
        var key = pod("ns", "a");
        committed(store, creation(put(key, "one")));
        try (var cursor = store.watch(new Scope.Everything("pods"), start + 1);
                var fromStart = store.watch(new Scope.Everything("pods"), start)) {
            committed(store, write(put(key, "two")));
            committed(store, write(put(new Key("nodes", "", "n"), "x")));
            committed(store, write(new Delete(key)));
            var batch = cursor.next(10, LONG);
            assertThat(batch.changes().stream().map(Samples::describe))
                    .containsExactly("~a@" + (start + 2), "-a@" + (start + 4));
            assertThat(batch.revision()).isEqualTo(start + 4);
            assertThat(batch.changes().getFirst().before())
                    .isNotNull()
                    .extracting(Samples::text)
                    .isEqualTo("one");
            assertThat(fromStart.next(1, LONG).changes()).hasSize(1);
            assertThat(fromStart.next(1, LONG).revision()).isEqualTo(start + 2);
            assertThat(fromStart.next(10, LONG).changes()).hasSize(1);
        }
    }

    @Test
    void anEmptyBatchSaysHowFarTheScopeIsKnown() {
        try (var cursor =
                store.watch(new Scope.Everything("pods"), store.snapshot().revision())) {
            long revision = committed(store, write(put(new Key("nodes", "", "n"), "x")));
            var batch = cursor.next(10, NOW);
            assertThat(batch.changes()).isEmpty();
            assertThat(batch.revision()).isEqualTo(revision);
        }
    }

    @Test
    void aWaitingCursorIsWoken() {
        Promise<Cursor.Batch> seen = env.promise();
        try (var cursor =
                store.watch(new Scope.Everything("pods"), store.snapshot().revision())) {
            var task = env.start("watcher", TaskKind.LIGHT, () -> seen.complete(cursor.next(10, LONG)));
            env.sleep(Duration.ofMillis(5));
            long revision = committed(store, write(put(pod("ns", "a"), "x")));
            assertThat(seen.await(LONG))
                    .get()
                    .satisfies(batch -> assertThat(batch.changes().stream().map(Samples::describe))
                            .containsExactly("+a@" + revision));
            assertThat(task.join(LONG)).isTrue();
        }
    }

    @Test
    void aListenerIsToldAndNeedNotWait() {
        Promise<Boolean> told = env.promise();
        try (var cursor =
                store.watch(new Scope.Everything("pods"), store.snapshot().revision())) {
            cursor.listen(() -> told.complete(true));
            long revision = committed(store, write(put(pod("ns", "a"), "x")));
            assertThat(told.await(LONG)).isPresent();
            assertThat(cursor.next(10, NOW).changes().stream().map(Samples::describe))
                    .containsExactly("+a@" + revision);
        }
    }

    @Test
    void aNarrowScopeSeesItsOwnFromThePastAndFromNowOn() {
        long start = store.snapshot().revision();
        committed(store, write(put(pod("a", "x"), "1", "")));
        committed(store, write(put(pod("b", "x"), "2", "node1")));
        committed(store, write(put(pod("a", "y"), "3", "node1")));
        try (var namespace = store.watch(new Scope.Namespace("pods", "a"), start);
                var name = store.watch(new Scope.Name("pods", "b", "x"), start);
                var node = store.watch(new Scope.Field("pods", NODE, "node1"), start);
                var later = store.watch(new Scope.Field("pods", NODE, "node1"), start + 2)) {
            committed(store, write(put(pod("a", "x"), "4", "node1")));
            committed(store, write(put(pod("b", "x"), "5", "node2")));
            committed(store, write(put(pod("b", "x"), "6", "node2")));
            committed(store, write(new Delete(pod("a", "y"))));
            assertThat(drain(namespace, start)).containsExactly("+x@1", "+y@3", "~x@4", "-y@7");
            assertThat(drain(name, start)).containsExactly("+x@2", "~x@5", "~x@6");
            assertThat(drain(node, start)).containsExactly("+x@2", "+y@3", "~x@4", "~x@5", "-y@7");
            assertThat(drain(later, start)).containsExactly("+y@3", "~x@4", "~x@5", "-y@7");
        }
        assertThat(store.stats().cursors()).isZero();
    }

    private static List<String> drain(Cursor cursor, long start) {
        var seen = new ArrayList<String>();
        for (var batch = cursor.next(2, NOW); !batch.changes().isEmpty(); batch = cursor.next(2, NOW)) {
            batch.changes()
                    .forEach(change -> seen.add(
                            Samples.describe(new Change(change.revision() - start, change.before(), change.after()))));
        }
        return seen;
    }

    @Test
    void historyBeginsWhereItIsTold() {
        long start = store.snapshot().revision();
        long first = committed(store, write(put(pod("ns", "a"), "1")));
        try (var early = store.watch(new Scope.Everything("pods"), start);
                var current = store.watch(new Scope.Everything("pods"), first)) {
            store.beginHistory();
            assertThat(store.oldestRevision()).isEqualTo(first);
            assertThatThrownBy(() -> store.watch(new Scope.Everything("pods"), start))
                    .isInstanceOf(ExpiredException.class);
            assertThatThrownBy(() -> store.snapshotAt(start)).isInstanceOf(ExpiredException.class);
            assertThatThrownBy(() -> early.next(1, NOW)).isInstanceOf(ExpiredException.class);
            assertThat(store.snapshotAt(first).count("pods")).isEqualTo(1);
            long second = committed(store, write(put(pod("ns", "b"), "2")));
            assertThat(current.next(10, LONG).changes().stream().map(Samples::describe))
                    .containsExactly("+b@" + second);
        }
    }

    @Test
    void historyIsBoundedBySizeAndSlowReadersBeginAnew() {
        store.close();
        store = open(env, StoreOptions.defaults().withHistory(Duration.ofMinutes(5), 2_000_000));
        long start = store.snapshot().revision();
        var slow = store.watch(new Scope.Everything("pods"), start);
        var narrow = store.watch(new Scope.Namespace("pods", "ns"), start);
        for (int number = 0; number < 1000; number++) {
            committed(store, write(put(pod("ns", "p" + number % 10), "x".repeat(4000))));
        }
        var stats = store.stats();
        assertThat(stats.historyBytes()).isBetween(1_000_000L, 2_200_000L);
        assertThat(stats.droppedBySize() + stats.historyChanges()).isEqualTo(1000);
        assertThat(stats.droppedByAge()).isZero();
        assertThat(store.oldestRevision()).isEqualTo(stats.oldestRevision()).isGreaterThan(start);
        assertThatThrownBy(() -> slow.next(10, NOW)).isInstanceOf(ExpiredException.class);
        assertThatThrownBy(() -> narrow.next(10, NOW)).isInstanceOf(ExpiredException.class);
        assertThatThrownBy(() -> store.snapshotAt(store.oldestRevision() - 1)).isInstanceOf(ExpiredException.class);
        assertThat(store.snapshotAt(store.oldestRevision()).count("pods")).isEqualTo(10);
        try (var fresh = store.watch(new Scope.Everything("pods"), store.oldestRevision())) {
            assertThat(fresh.next(2000, NOW).changes()).hasSize((int) stats.historyChanges());
        }
    }

    @Test
    void concurrentWritersLoseNothing() {
        var counter = pod("ns", "counter");
        committed(store, creation(put(counter, "0")));
        long start = store.snapshot().revision();
        var revisions = Collections.synchronizedList(new ArrayList<Long>());
        var conflicts = new AtomicLong();
        List<Task> tasks = new ArrayList<>();
        for (int writer = 0; writer < 8; writer++) {
            tasks.add(env.start("writer", TaskKind.LIGHT, () -> {
                for (int round = 0; round < 50; ) {
                    var current = store.snapshot().find(counter).orElseThrow();
                    env.giveWay();
                    var next = put(counter, String.valueOf(Integer.parseInt(text(current)) + 1));
                    switch (store.commit(when(counter, current.revision(), next))) {
                        case CommitResult.Committed(long revision) -> {
                            revisions.add(revision);
                            round++;
                        }
                        case CommitResult.Conflict _ -> conflicts.incrementAndGet();
                        case CommitResult.Unknown unknown -> throw new AssertionError(unknown.toString());
                    }
                }
            }));
        }
        tasks.forEach(task -> assertThat(task.join(LONG)).isTrue());
        assertThat(store.snapshot().find(counter).map(Samples::text)).contains("400");
        assertThat(new HashSet<>(revisions)).hasSize(400);
        assertThat(store.stats().conflicts()).isEqualTo(conflicts.get());
        assertThat(store.stats().commits()).isEqualTo(401);
        try (var cursor = store.watch(new Scope.Name("pods", "ns", "counter"), start)) {
            var seen = cursor.next(1000, NOW).changes();
            assertThat(seen).hasSize(400);
            for (int number = 0; number < 400; number++) {
                assertThat(text(Objects.requireNonNull(seen.get(number).after())))
                        .isEqualTo(String.valueOf(number + 1));
            }
        }
    }

    @Test
    void theCurrentStateHasWhatWasAcknowledged() {
        long revision = committed(store, creation(put(pod("ns", "a"), "x")));
        assertThat(store.current(Duration.ZERO).revision()).isGreaterThanOrEqualTo(revision);
        assertThat(store.current(Duration.ZERO).find(pod("ns", "a"))).isPresent();
        assertThat(store.failure()).isEmpty();
    }

    @Test
    void aClosedStoreRefusesCommitsAndStaysReadable() {
        long revision = committed(store, creation(put(pod("ns", "a"), "one")));
        store.close();
        assertThatThrownBy(() -> store.commit(write(put(pod("ns", "a"), "two"))))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("the store has stopped");
        assertThat(store.snapshot().find(pod("ns", "a"))).get().hasToString("pods/ns/a@" + revision);
    }

    @Test
    void figuresAreRight() {
        long start = store.snapshot().revision();
        committed(store, creation(put(pod("ns", "a"), "one")));
        store.commit(creation(put(pod("ns", "a"), "two")));
        var stats = store.stats();
        assertThat(stats).isEqualTo(new StoreStats(start + 1, start, 1, 0, 1, 1, 2, 0, 1, stats.historyBytes(), 0, 0));
        assertThat(stats.historyBytes()).isPositive();
    }
}
