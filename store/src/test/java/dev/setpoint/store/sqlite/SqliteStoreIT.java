package dev.setpoint.store.sqlite;

import static dev.setpoint.store.Samples.committed;
import static dev.setpoint.store.Samples.creation;
import static dev.setpoint.store.Samples.names;
import static dev.setpoint.store.Samples.pod;
import static dev.setpoint.store.Samples.put;
import static dev.setpoint.store.Samples.text;
import static dev.setpoint.store.Samples.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.base.value.Key;
import dev.setpoint.store.Commit.Delete;
import dev.setpoint.store.ExpiredException;
import dev.setpoint.store.HeaderMaker;
import dev.setpoint.store.Samples;
import dev.setpoint.store.Scope;
import dev.setpoint.store.Store;
import dev.setpoint.store.StoreContract;
import dev.setpoint.store.StoreOptions;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoreIT extends StoreContract {
    private static final HeaderMaker HEADERS = (key, _) -> Samples.header(key, "loaded");

    @TempDir
    private Path directory;

    private int stores;

    @Override
    protected Env createEnv() {
        return RealEnv.create("test");
    }

    @Override
    protected Store open(Env env, StoreOptions options) {
        return SqliteStore.open(env, options, directory.resolve("contract" + stores++), HEADERS);
    }

    private Store reopen(Env env) {
        return SqliteStore.open(env, StoreOptions.defaults(), directory.resolve("store"), HEADERS);
    }

    @Test
    void everythingIsThereAfterARestart() {
        try (var env = RealEnv.create("test")) {
            long revision;
            try (var store = reopen(env)) {
                committed(store, creation(put(pod("b", "z"), "later")));
                committed(store, creation(put(pod("a", "ö"), "text ü \0")));
                committed(store, creation(put(new Key("nodes", "", "n"), "x".repeat(1_500_000))));
                committed(store, write(put(pod("b", "z"), "latest")));
                committed(store, creation(put(pod("a", "gone"), "x")));
                revision = committed(store, write(new Delete(pod("a", "gone"))));
            }
            try (var store = reopen(env)) {
                var snapshot = store.snapshot();
                assertThat(snapshot.revision()).isEqualTo(revision);
                assertThat(names(snapshot.iterate("pods", ""))).containsExactly("ö", "z");
                assertThat(snapshot.find(pod("a", "ö")).map(Samples::text)).contains("text ü \0");
                assertThat(snapshot.find(pod("b", "z"))).get().satisfies(found -> {
                    assertThat(text(found)).isEqualTo("latest");
                    assertThat(found.revision()).isEqualTo(revision - 2);
                    assertThat(found.hole()).isEqualTo(6);
                    assertThat(found.header()).isEqualTo(Samples.header(pod("b", "z"), "loaded"));
                });
                assertThat(snapshot.find(new Key("nodes", "", "n")).map(node -> node.bytes().length))
                        .contains(1_500_000);
            }
        }
    }

    @Test
    void noRevisionIsUsedAgainAfterTheNewestObjectWasDeleted() {
        try (var env = RealEnv.create("test")) {
            long deletion;
            try (var store = reopen(env)) {
                committed(store, creation(put(pod("ns", "old"), "x")));
                committed(store, creation(put(pod("ns", "newest"), "x")));
                deletion = committed(store, write(new Delete(pod("ns", "newest"))));
            }
            try (var store = reopen(env)) {
                assertThat(store.snapshot().revision()).isEqualTo(deletion);
                assertThat(committed(store, creation(put(pod("ns", "next"), "x"))))
                        .isEqualTo(deletion + 1);
                store.beginHistory();
                committed(store, write(new Delete(pod("ns", "next"))));
                committed(store, write(new Delete(pod("ns", "old"))));
            }
            try (var store = reopen(env)) {
                assertThat(store.snapshot().count("pods")).isZero();
                assertThat(committed(store, creation(put(pod("ns", "next"), "x"))))
                        .isEqualTo(deletion + 4);
            }
        }
    }

    @Test
    void historyBeginsAtThePresentAfterARestart() {
        try (var env = RealEnv.create("test")) {
            long revision;
            try (var store = reopen(env)) {
                revision = committed(store, creation(put(pod("ns", "a"), "x")));
            }
            try (var store = reopen(env)) {
                assertThat(store.oldestRevision()).isEqualTo(revision);
                assertThatThrownBy(() -> store.watch(new Scope.Everything("pods"), revision - 1))
                        .isInstanceOf(ExpiredException.class);
                try (var cursor = store.watch(new Scope.Everything("pods"), revision)) {
                    assertThat(cursor.next(1, Duration.ZERO).changes()).isEmpty();
                }
            }
        }
    }

    @Test
    void aSecondUserIsRefused() {
        try (var env = RealEnv.create("test");
                var store = reopen(env)) {
            assertThatThrownBy(() -> reopen(env))
                    .isInstanceOf(StoreLockedException.class)
                    .hasMessage("the store in " + directory.resolve("store") + " is in use by another process");
            committed(store, creation(put(pod("ns", "a"), "x")));
        }
    }

    @Test
    void aFileOfAnotherFormatIsRefused() throws SQLException {
        try (var env = RealEnv.create("test")) {
            reopen(env).close();
            execute("UPDATE meta SET value = 3 WHERE name = 'format'");
            assertThatThrownBy(() -> reopen(env))
                    .hasRootCauseMessage("SELECT value FROM meta WHERE name = 'format'" + " in "
                            + directory.resolve("store") + ": 3 (expected: 2)");
        }
    }

    @Test
    void aFileOfTheFirstFormatIsTakenOver() throws SQLException {
        try (var env = RealEnv.create("test")) {
            reopen(env).close();
            execute(
                    "DROP TABLE objects",
                    """
                    CREATE TABLE objects (resource TEXT NOT NULL, namespace TEXT NOT NULL, name TEXT NOT NULL,
                      revision INTEGER NOT NULL, hole INTEGER NOT NULL, bytes BLOB NOT NULL,
                      PRIMARY KEY (resource, namespace, name))""",
                    "INSERT INTO objects VALUES ('pods', 'ns', 'b', 1002, 0, 'of b'), ('pods', 'ns', 'a', 1001, 0, 'of a'),"
                            + " ('services', 'ns', 's', 1003, 0, 'of s'), ('ipaddresses', '', 'i', 1003, 0, 'of i')",
                    "UPDATE meta SET value = 1003 WHERE name = 'revision'",
                    "UPDATE meta SET value = 1 WHERE name = 'format'");
            try (var store = reopen(env)) {
                assertThat(names(store.snapshot().iterate("pods", ""))).containsExactly("a", "b");
                assertThat(committed(store, write(put(pod("ns", "a"), "new")))).isEqualTo(1004);
                committed(store, write(new Delete(new Key("services", "ns", "s"))));
            }
            try (var store = reopen(env)) {
                var snapshot = store.snapshot();
                assertThat(snapshot.find(pod("ns", "a")).map(Samples::text)).contains("new");
                assertThat(snapshot.find(pod("ns", "b")).map(Samples::text)).contains("of b");
                assertThat(snapshot.find(new Key("services", "ns", "s"))).isEmpty();
                assertThat(snapshot.find(new Key("ipaddresses", "", "i")).map(Samples::text))
                        .contains("of i");
            }
        }
    }

    @Test
    void objectsThatOneCommitWroteAreReplacedOneByOne() {
        var node = new Key("nodes", "", "n");
        try (var env = RealEnv.create("test")) {
            try (var store = reopen(env)) {
                committed(store, write(put(pod("ns", "a"), "first"), put(node, "first")));
                committed(store, write(put(pod("ns", "a"), "second")));
            }
            try (var store = reopen(env)) {
                assertThat(store.snapshot().find(pod("ns", "a")).map(Samples::text))
                        .contains("second");
                assertThat(store.snapshot().find(node).map(Samples::text)).contains("first");
                committed(store, write(put(pod("ns", "a"), "third"), new Delete(node)));
            }
            try (var store = reopen(env)) {
                assertThat(store.snapshot().find(pod("ns", "a")).map(Samples::text))
                        .contains("third");
                assertThat(store.snapshot().count("nodes")).isZero();
            }
        }
    }

    private void execute(String... statements) throws SQLException {
        var file = directory.resolve("store").resolve(SqliteEngine.FILE);
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            for (var one : statements) {
                statement.execute(one);
            }
        }
    }
}
