package dev.setpoint.store.sqlite;

import static dev.setpoint.store.Samples.committed;
import static dev.setpoint.store.Samples.pod;
import static dev.setpoint.store.Samples.put;
import static dev.setpoint.store.Samples.text;
import static dev.setpoint.store.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.store.Commit.Delete;
import dev.setpoint.store.HeaderMaker;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreOptions;
import dev.setpoint.store.embedded.EmbeddedStore;
import dev.setpoint.store.history.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// That an acknowledged commit survives a power cut, which ending the process does not show.
class DurabilityIT {
    private static final String LINUX_ONLY = "watches fsync in the way of Linux; the engine is the same elsewhere";
    private static final HeaderMaker HEADERS = (_, _) -> Header.EMPTY;

    @TempDir
    private Path directory;

    @Test
    void theWritersOwnConnectionSyncsItsLogAtEachCommit() {
        var engine = new CompletableFuture<SqliteEngine>();
        try (var env = RealEnv.create("test");
                var store = EmbeddedStore.open(env, StoreOptions.defaults(), () -> {
                    engine.complete(SqliteEngine.open(directory, HEADERS));
                    return engine.join();
                })) {
            committed(store, write(put(pod("ns", "a"), "x")));
            assertThat(engine.join().pragma("journal_mode")).isEqualTo("wal");
            assertThat(engine.join().pragma("synchronous")).isEqualTo("2");
        }
    }

    @Test
    @EnabledOnOs(
            value = OS.LINUX,
            disabledReason = "watches fsync in the way of Linux; the engine is the same elsewhere")
    void everyAcknowledgedCommitIsInWhatWasSyncedBefore() throws Exception {
        var live = directory.resolve("live");
        Files.createDirectories(live);
        try (var recorder = new SyncRecorder(live);
                var env = RealEnv.create("test");
                var store = SqliteStore.open(env, StoreOptions.defaults(), live, HEADERS)) {
            var acknowledged = new TreeMap<Key, String>();
            for (int number = 0; number < 60; number++) {
                change(store, acknowledged, number, 1000);
                checkSurvivors(recorder, number, store.snapshot().revision(), acknowledged);
            }
            assertThat(recorder.syncsOf(SqliteEngine.FILE + "-wal")).isGreaterThanOrEqualTo(60);
        }
    }

    /// Enough for SQLite to move its log into the file: then there are syncs of both, and their order
    /// matters.
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = LINUX_ONLY)
    void everyAcknowledgedCommitSurvivesAroundACheckpointToo() throws Exception {
        var live = directory.resolve("live");
        Files.createDirectories(live);
        try (var recorder = new SyncRecorder(live);
                var env = RealEnv.create("test");
                var store = SqliteStore.open(env, StoreOptions.defaults(), live, HEADERS)) {
            var acknowledged = new TreeMap<Key, String>();
            int syncsOfNew = recorder.syncsOf(SqliteEngine.FILE);
            for (int number = 0; recorder.syncsOf(SqliteEngine.FILE) == syncsOfNew; number++) {
                assertThat(number).as("commits without a checkpoint").isLessThan(100);
                change(store, acknowledged, number, 500_000);
            }
            for (int number = 0; number < 5; number++) {
                checkSurvivors(recorder, number, store.snapshot().revision(), acknowledged);
                change(store, acknowledged, number, 500_000);
            }
        }
    }

    private static void change(Store store, Map<Key, String> acknowledged, int number, int length) {
        var key = pod("ns", "p" + number % 7);
        if (number % 5 == 4) {
            committed(store, write(new Delete(key)));
            acknowledged.remove(key);
        } else {
            // Another letter each time: SQLite writes only the pages that differ.
            var text = number + Character.toString('a' + number % 26).repeat(length);
            committed(store, write(put(key, text)));
            acknowledged.put(key, text);
        }
    }

    /// Opens what a power cut right now would leave.
    private void checkSurvivors(SyncRecorder recorder, int number, long revision, Map<Key, String> acknowledged)
            throws Exception {
        var survivors = directory.resolve("survivors" + number);
        recorder.restoreTo(survivors);
        State state;
        try (var engine = SqliteEngine.open(survivors, HEADERS)) {
            state = engine.load();
        }
        assertThat(state.revision()).isEqualTo(revision);
        assertThat(state.count("pods")).isEqualTo(acknowledged.size());
        acknowledged.forEach((key, text) ->
                assertThat(state.find(key).map(stored -> text(stored))).contains(text));
        for (var file : survivors.toFile().listFiles()) {
            Files.delete(file.toPath());
        }
    }

    /// The recorder itself: without syncing, it finds that a commit is lost.
    @Test
    @EnabledOnOs(
            value = OS.LINUX,
            disabledReason = "watches fsync in the way of Linux; the engine is the same elsewhere")
    void withoutSyncingTheSameLookFindsTheLoss() throws Exception {
        var live = directory.resolve("live");
        SqliteEngine.open(live, HEADERS).close();
        try (var recorder = new SyncRecorder(live);
                var connection = DriverManager.getConnection("jdbc:sqlite:" + live.resolve(SqliteEngine.FILE));
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("UPDATE meta SET value = 2001 WHERE name = 'revision'");
            assertThat(survivingRevision(recorder, "synced")).isEqualTo(2001);
            statement.execute("PRAGMA synchronous = OFF");
            statement.execute("UPDATE meta SET value = 2002 WHERE name = 'revision'");
            assertThat(survivingRevision(recorder, "lost")).isEqualTo(2001);
        }
    }

    private long survivingRevision(SyncRecorder recorder, String name) throws Exception {
        var survivors = directory.resolve(name);
        recorder.restoreTo(survivors);
        try (var engine = SqliteEngine.open(survivors, HEADERS)) {
            return engine.load().revision();
        }
    }
}
