package dev.setpoint.store;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Small objects and short ways to write and read them.
public final class Samples {
    public static final String NODE = "spec.nodeName";

    private Samples() {}

    public static Key pod(String namespace, String name) {
        return new Key("pods", namespace, name);
    }

    public static Commit.Put put(Key key, String text) {
        return put(key, text, "");
    }

    public static Commit.Put put(Key key, String text, String node) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Commit.Put(key, header(key, node), bytes, bytes.length);
    }

    /// What the objects of these tests have in their headers.
    public static Header header(Key key, String node) {
        return new Header("uid-" + key.name(), 1, Map.of(), Map.of(NODE, node), List.of(), List.of(), false);
    }

    public static Commit write(Commit.Write... writes) {
        return new Commit(List.of(), List.of(writes));
    }

    public static Commit creation(Commit.Put put) {
        return when(put.key(), 0, put);
    }

    public static Commit when(Key key, long revision, Commit.Write... writes) {
        return new Commit(List.of(new Commit.Condition(key, revision)), List.of(writes));
    }

    /// Commits and expects success.
    public static long committed(Store store, Commit commit) {
        return switch (store.commit(commit)) {
            case CommitResult.Committed(long revision) -> revision;
            case CommitResult.Conflict conflict -> throw new AssertionError(conflict.toString());
            case CommitResult.Unknown unknown -> throw new AssertionError(unknown.toString());
        };
    }

    public static String text(Stored stored) {
        return new String(stored.bytes(), StandardCharsets.UTF_8);
    }

    public static List<Stored> all(Iterator<Stored> values) {
        var list = new ArrayList<Stored>();
        values.forEachRemaining(list::add);
        return list;
    }

    public static List<String> names(Iterator<Stored> values) {
        return all(values).stream().map(value -> value.key().name()).toList();
    }

    /// `+name@5` for a creation, `~name@6` for an update, `-name@7` for a deletion.
    public static String describe(Change change) {
        var before = change.before();
        var after = change.after();
        if (after == null) {
            return "-" + Objects.requireNonNull(before).key().name() + "@" + change.revision();
        }
        return (before == null ? "+" : "~") + after.key().name() + "@" + change.revision();
    }
}
