package dev.setpoint.store.embedded;

import static dev.setpoint.store.Samples.committed;
import static dev.setpoint.store.Samples.pod;
import static dev.setpoint.store.Samples.put;
import static dev.setpoint.store.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.Promise;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.store.Change;
import dev.setpoint.store.CommitResult;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.UnavailableException;
import dev.setpoint.store.history.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The writer with an engine that waits and fails when it is told to.
class EmbeddedStoreTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final BatonEnv world = BatonEnv.create(1);
    private final SlowDisk disk = new SlowDisk();

    private final class SlowDisk implements Engine {
        Promise<String> ready = world.promise();
        boolean broken;
        boolean withoutMemory;
        boolean closed;
        final List<Integer> batches = new ArrayList<>();

        @Override
        public State load() {
            return State.empty(FIRST_REVISION);
        }

        @Override
        public void append(List<Change> changes, long revision) {
            ready.await(LONG);
            if (broken) {
                throw new IllegalStateException("no space left on device");
            }
            if (withoutMemory) {
                throw new OutOfMemoryError("Java heap space");
            }
            batches.add(changes.size());
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @AfterEach
    void close() {
        world.close();
    }

    private Store open(StoreOptions options) {
        return EmbeddedStore.open(world, options, () -> disk);
    }

    private CompletableFuture<CommitResult> submit(Store store, String name) {
        return world.submit("commit", () -> store.commit(write(put(pod("ns", name), "x"))));
    }

    @Test
    void nothingIsVisibleBeforeItIsDurable() {
        var store = open(StoreOptions.defaults());
        var cursor = store.watch(new Scope.Everything("pods"), store.snapshot().revision());
        var answer = submit(store, "a");
        world.settle();
        assertThat(answer).isNotDone();
        assertThat(store.snapshot().count("pods")).isZero();
        assertThat(cursor.next(1, Duration.ZERO).changes()).isEmpty();
        disk.ready.complete("ready");
        world.settle();
        assertThat(answer).isCompletedWithValue(new CommitResult.Committed(Engine.FIRST_REVISION + 1));
        assertThat(store.snapshot().count("pods")).isEqualTo(1);
    }

    @Test
    void commitsThatWaitShareOneSync() {
        var store = open(StoreOptions.defaults());
        var answers = new ArrayList<CompletableFuture<CommitResult>>();
        answers.add(submit(store, "first"));
        world.settle();
        for (int number = 0; number < 300; number++) {
            answers.add(submit(store, "p" + number));
        }
        world.settle();
        disk.ready.complete("ready");
        world.settle();
        assertThat(disk.batches).containsExactly(1, 256, 44);
        assertThat(answers).allMatch(CompletableFuture::isDone);
        assertThat(store.stats().batches()).isEqualTo(3);
    }

    @Test
    void aFullQueueRefusesAfterABoundedWait() {
        var store = open(StoreOptions.defaults().withQueue(2, Duration.ofSeconds(5)));
        var first = submit(store, "taken");
        world.settle();
        var second = submit(store, "queued");
        var third = submit(store, "queued too");
        var fourth = submit(store, "refused");
        world.advance(Duration.ofSeconds(5));
        assertThat(fourth).isCompletedExceptionally();
        assertThatThrownBy(fourth::join)
                .cause()
                .isInstanceOf(UnavailableException.class)
                .hasMessage("2 commits wait already, and for PT5S there was no room for another");
        assertThat(store.stats().queued()).isEqualTo(2);
        disk.ready.complete("ready");
        world.settle();
        assertThat(List.of(first, second, third)).allMatch(CompletableFuture::isDone);
        assertThat(store.snapshot().find(pod("ns", "refused"))).isEmpty();
    }

    @Test
    void anAnswerThatDoesNotComeInTimeIsUnknown() {
        var store = open(StoreOptions.defaults());
        var answer = submit(store, "a");
        world.advance(Duration.ofSeconds(30));
        assertThat(answer).isCompletedWithValue(new CommitResult.Unknown("no answer within PT30S"));
        disk.ready.complete("ready");
        world.settle();
        assertThat(store.snapshot().find(pod("ns", "a"))).isPresent();
    }

    @Test
    void aFailedEngineStopsTheStoreAndLeavesItReadable() {
        disk.ready.complete("ready");
        var store = open(StoreOptions.defaults());
        long revision = committed(store, write(put(pod("ns", "a"), "x")));
        disk.ready = world.promise();
        disk.broken = true;
        var unknown = submit(store, "unknown");
        world.settle();
        var refused = submit(store, "refused");
        world.settle();
        disk.ready.complete("ready");
        world.settle();
        assertThat(unknown)
                .isCompletedWithValue(new CommitResult.Unknown(
                        "the store failed: java.lang.IllegalStateException: no space left on device"));
        assertThatThrownBy(refused::join).cause().isInstanceOf(UnavailableException.class);
        assertThatThrownBy(() -> store.commit(write(put(pod("ns", "b"), "x"))))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("the store has stopped");
        assertThat(store.snapshot().revision()).isEqualTo(revision);
        assertThat(disk.closed).isTrue();
    }

    /// An Error ends a thread; it must not end the store without a word.
    @Test
    void anErrorInTheWriterIsAFailureThatEverybodyIsToldOf() {
        disk.ready.complete("ready");
        var store = open(StoreOptions.defaults());
        List<Throwable> told = new ArrayList<>();
        store.whenFailed(told::add);
        disk.withoutMemory = true;
        var answer = submit(store, "a");
        world.settle();

        assertThat(answer)
                .isCompletedWithValue(
                        new CommitResult.Unknown("the store failed: java.lang.OutOfMemoryError: Java heap space"));
        assertThat(told).hasOnlyElementsOfType(OutOfMemoryError.class).hasSize(1);
        assertThat(store.failure()).contains(told.getFirst());
        assertThatThrownBy(() -> store.current(LONG))
                .isInstanceOf(UnavailableException.class)
                .hasMessage("the store has failed: java.lang.OutOfMemoryError: Java heap space");
        assertThatThrownBy(() -> store.commit(write(put(pod("ns", "b"), "x"))))
                .isInstanceOf(UnavailableException.class);
        store.whenFailed(told::add);
        assertThat(told).hasSize(2);
        assertThat(disk.closed).isTrue();
    }

    @Test
    void anErrorWhileOpeningIsTheOpeners() {
        assertThatThrownBy(() -> EmbeddedStore.open(world, StoreOptions.defaults(), () -> {
                    throw new OutOfMemoryError("Java heap space");
                }))
                .hasRootCauseInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void closingIsNoFailure() {
        disk.ready.complete("ready");
        var store = open(StoreOptions.defaults());
        store.close();
        assertThat(store.failure()).isEmpty();
    }

    @Test
    void closingLetsWaitingCommitsHappen() {
        var store = open(StoreOptions.defaults());
        var answer = submit(store, "a");
        world.settle();
        var closing = world.submit("close", () -> {
            store.close();
            return "closed";
        });
        world.settle();
        assertThat(closing).isNotDone();
        disk.ready.complete("ready");
        world.settle();
        assertThat(closing).isCompletedWithValue("closed");
        assertThat(answer).isCompletedWithValue(new CommitResult.Committed(Engine.FIRST_REVISION + 1));
        assertThat(disk.closed).isTrue();
    }

    @Test
    void aStoreThatCannotBeOpenedSaysWhy() {
        assertThatThrownBy(() -> EmbeddedStore.open(world, StoreOptions.defaults(), () -> {
                    throw new IllegalStateException("no such disk");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no such disk");
    }
}
