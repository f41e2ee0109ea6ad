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
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;

/// One connection to one file, used by the writer's thread.
///
/// Objects lie in the order in which they were written, so that a commit appends to the end of the file's tree
/// wherever in the alphabet its names are: sorted by key, each would change a page of its own besides. What it
/// replaces is found by its revision, of which at most one object of each resource is: an id is a revision and a place
/// among what it wrote.
///
/// `journal_mode=WAL` with `synchronous=FULL` means that a COMMIT returns after the write-ahead log was
/// synced. The counter of revisions is a row of its own, written with every batch: it survives whatever is
/// deleted.
final class SqliteEngine implements Engine {
    static final String FILE = "setpoint.db";
    private static final int FORMAT = 2;

    /// Objects that one revision may have written: each of another resource, and commits are of a few.
    private static final int PLACES = 256;

    private static final String FORMAT_OF_FILE = "SELECT value FROM meta WHERE name = 'format'";

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
            connection = JDBC.createConnection(JDBC.PREFIX + directory.resolve(FILE), settings());
            prepare(connection, directory);
            return new SqliteEngine(lock, connection, headers);
        } catch (SQLException | RuntimeException failure) {
            close(connection);
            lock.close();
            throw new IllegalStateException("cannot open the store in " + directory, failure);
        }
    }

    /// Without the query that the driver would make after each INSERT, for keys that nobody asks for.
    private static Properties settings() {
        var settings = new SQLiteConfig();
        settings.setGetGeneratedKeys(false);
        return settings.toProperties();
    }

    private SqliteEngine(DirectoryLock lock, Connection connection, HeaderMaker headers) throws SQLException {
        this.lock = lock;
        this.connection = connection;
        this.headers = headers;
        put = connection.prepareStatement(
                "INSERT INTO objects (id, resource, namespace, name, hole, bytes) VALUES (?, ?, ?, ?, ?, ?)");
        delete = connection.prepareStatement("DELETE FROM objects WHERE id BETWEEN ? AND ? AND resource = ?");
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
            statement.execute("INSERT INTO meta VALUES ('format', " + FORMAT + "), ('revision', " + FIRST_REVISION
                    + ") ON CONFLICT DO NOTHING");
            boolean sorted = ask(connection, FORMAT_OF_FILE).equals("1");
            if (sorted) {
                statement.execute("ALTER TABLE objects RENAME TO sorted");
            }
            statement.execute("""
                    CREATE TABLE IF NOT EXISTS objects (
                      id INTEGER PRIMARY KEY,
                      resource TEXT NOT NULL,
                      namespace TEXT NOT NULL,
                      name TEXT NOT NULL,
                      hole INTEGER NOT NULL,
                      bytes BLOB NOT NULL)""");
            if (sorted) {
                takeOver(statement);
            }
            connection.commit();
        }
        require(connection, "PRAGMA journal_mode", "wal", directory);
        require(connection, "PRAGMA synchronous", "2", directory);
        require(connection, FORMAT_OF_FILE, String.valueOf(FORMAT), directory);
        connection.commit();
    }

    /// The objects of a file of format 1, which kept them sorted by key.
    private static void takeOver(Statement statement) throws SQLException {
        statement.execute("INSERT INTO objects SELECT revision * " + PLACES
                + " + row_number() OVER (PARTITION BY revision) - 1, resource, namespace, name, hole, bytes"
                + " FROM sorted");
        statement.execute("DROP TABLE sorted");
        statement.execute("UPDATE meta SET value = " + FORMAT + " WHERE name = 'format'");
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
                var rows = statement.executeQuery(
                        "SELECT id, resource, namespace, name, hole, bytes FROM objects ORDER BY id")) {
            var edit = State.empty(0).edit();
            var resources = new HashMap<String, String>(); // Each object shares the name of its resource.
            while (rows.next()) {
                var resource = resources.computeIfAbsent(rows.getString(2), Function.identity());
                var key = new Key(resource, rows.getString(3), rows.getString(4));
                long revision = rows.getLong(1) / PLACES;
                var bytes = rows.getBytes(6);
                edit.put(new Stored(key, revision, headers.header(key, bytes), bytes, rows.getInt(5)));
            }
            long reached = Long.parseLong(ask(connection, "SELECT value FROM meta WHERE name = 'revision'"));
            connection.commit();
            return edit.seal(reached);
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot load the store", failure);
        }
    }

    @Override
    public void append(List<Change> changes, long revision) {
        try {
            long last = 0;
            int place = 0;
            for (var change : changes) {
                place = change.revision() == last ? place + 1 : 0;
                last = change.revision();
                write(change, place);
            }
            reach.setLong(1, revision);
            reach.executeUpdate();
            connection.commit();
        } catch (SQLException failure) {
            throw new IllegalStateException("cannot write revisions up to " + revision, failure);
        }
    }

    private void write(Change change, int place) throws SQLException {
        if (change.before() != null) {
            remove(change.before());
        }
        if (change.after() != null) {
            add(change.after(), Objects.checkIndex(place, PLACES));
        }
    }

    private void remove(Stored before) throws SQLException {
        long first = before.revision() * PLACES;
        delete.setLong(1, first);
        delete.setLong(2, first + PLACES - 1);
        delete.setString(3, before.key().resource());
        delete.executeUpdate();
    }

    private void add(Stored after, int place) throws SQLException {
        var key = after.key();
        put.setLong(1, after.revision() * PLACES + place);
        put.setString(2, key.resource());
        put.setString(3, key.namespace());
        put.setString(4, key.name());
        put.setInt(5, after.hole());
        put.setBytes(6, after.bytes());
        put.executeUpdate();
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
