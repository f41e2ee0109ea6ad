package dev.setpoint.store.sqlite;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.store.Change;
import dev.setpoint.store.HeaderMaker;
import dev.setpoint.store.embedded.Engine;
import dev.setpoint.store.history.State;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;

/// One connection to one file, used by the writer's thread.
///
/// `journal_mode=WAL` with `synchronous=FULL` means that a COMMIT returns after the write-ahead log was
/// synced. The counter of revisions is a row of its own, written with every batch: it survives whatever is
/// deleted.
final class SqliteEngine implements Engine {
    static final String FILE = "setpoint.db";
    private static final int FORMAT = 1;

    /// Pages of the write-ahead log after which SQLite moves them into the file, in the middle of a commit:
    /// 16 MB are moved in tens of milliseconds and are what a restart may have to read again.
    private static final int CHECKPOINT_PAGES = 4096;

    /// What SQLite may keep of the file. Every object is in our own memory; this only spares the writer
    /// reading the pages that it changes.
    private static final int CACHE_KIBIBYTES = 16 * 1024;

    private final DirectoryLock lock;
    private final Connection connection;
    private final HeaderMaker headers;
    private final PreparedStatement put;
    private final PreparedStatement delete;
    private final PreparedStatement reach;

    static SqliteEngine open(Path directory, HeaderMaker headers) {
        var lock = DirectoryLock.take(directory);
        Connection connection = null;
        try {
            // Not through the driver manager, which looks for drivers in every jar.
            connection = JDBC.createConnection(JDBC.PREFIX + directory.resolve(FILE), new Properties());
            prepare(connection, directory);
            return new SqliteEngine(lock, connection, headers);
        } catch (SQLException | RuntimeException failure) {
            close(connection);
            lock.close();
            throw new IllegalStateException("cannot open the store in " + directory, failure);
        }
    }

    private SqliteEngine(DirectoryLock lock, Connection connection, HeaderMaker headers) throws SQLException {
        this.lock = lock;
        this.connection = connection;
        this.headers = headers;
        put = connection.prepareStatement("""
                INSERT INTO objects (resource, namespace, name, revision, hole, bytes) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (resource, namespace, name) DO UPDATE
                SET revision = excluded.revision, hole = excluded.hole, bytes = excluded.bytes""");
        delete = connection.prepareStatement("DELETE FROM objects WHERE resource = ? AND namespace = ? AND name = ?");
        reach = connection.prepareStatement("UPDATE meta SET value = ? WHERE name = 'revision'");
    }

    private static void prepare(Connection connection, Path directory) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA wal_autocheckpoint = " + CHECKPOINT_PAGES);
            statement.execute("PRAGMA cache_size = -" + CACHE_KIBIBYTES);
            connection.setAutoCommit(false);
            statement.execute("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL)");
            statement.execute("""
                    CREATE TABLE IF NOT EXISTS objects (
                      resource TEXT NOT NULL,
                      namespace TEXT NOT NULL,
                      name TEXT NOT NULL,
                      revision INTEGER NOT NULL,
                      hole INTEGER NOT NULL,
                      bytes BLOB NOT NULL,
                      PRIMARY KEY (resource, namespace, name))""");
            statement.execute("INSERT INTO meta VALUES ('format', " + FORMAT + "), ('revision', " + FIRST_REVISION
                    + ") ON CONFLICT DO NOTHING");
            connection.commit();
        }
        require(connection, "PRAGMA journal_mode", "wal", directory);
        require(connection, "PRAGMA synchronous", "2", directory);
        require(connection, "SELECT value FROM meta WHERE name = 'format'", String.valueOf(FORMAT), directory);
        connection.commit();
    }

    /// SQLite ignores a setting that it cannot follow, on a file system without shared memory for example.
    private static void require(Connection connection, String query, String expected, Path directory)
            throws SQLException {
        var actual = ask(connection, query);
        if (!actual.equals(expected)) {
            throw new IllegalStateException(
                    query + " in " + directory + ": " + actual + " (expected: " + expected + ")");
        }
    }

    private static String ask(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getString(1) : "nothing";
        }
    }

    /// What the connection on which commits are written says of itself.
    String pragma(String name) {
        try {
            return ask(connection, "PRAGMA " + name);
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot read " + name, failure);
        }
    }

    @Override
    public State load() {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT resource, namespace, name, revision, hole, bytes"
                        + " FROM objects ORDER BY resource, namespace, name")) {
            var edit = State.empty(0).edit();
            String resource = "";
            String namespace = "";
            while (rows.next()) {
                // Neighbours share their strings, of which there are few different ones.
                resource = same(rows.getString(1), resource);
                namespace = same(rows.getString(2), namespace);
                var key = new Key(resource, namespace, rows.getString(3));
                var bytes = rows.getBytes(6);
                edit.put(new Stored(key, rows.getLong(4), headers.header(key, bytes), bytes, rows.getInt(5)));
            }
            long revision = Long.parseLong(ask(connection, "SELECT value FROM meta WHERE name = 'revision'"));
            connection.commit();
            return edit.seal(revision);
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot load the store", failure);
        }
    }

    private static String same(String read, String before) {
        return read.equals(before) ? before : read;
    }

    @Override
    public void append(List<Change> changes, long revision) {
        try {
            for (var change : changes) {
                write(change);
            }
            reach.setLong(1, revision);
            reach.executeUpdate();
            connection.commit();
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot write revisions up to " + revision, failure);
        }
    }

    private void write(Change change) throws SQLException {
        var after = change.after();
        if (after == null) {
            bind(delete, Objects.requireNonNull(change.before()).key());
            delete.executeUpdate();
            return;
        }
        bind(put, after.key());
        put.setLong(4, after.revision());
        put.setInt(5, after.hole());
        put.setBytes(6, after.bytes());
        put.executeUpdate();
    }

    private static void bind(PreparedStatement statement, Key key) throws SQLException {
        statement.setString(1, key.resource());
        statement.setString(2, key.namespace());
        statement.setString(3, key.name());
    }

    @Override
    public void close() {
        try (lock) {
            close(connection);
        }
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot close the store", failure);
        }
    }
}
