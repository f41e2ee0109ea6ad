package dev.setpoint.store.history;

import dev.setpoint.base.value.Stored;
import dev.setpoint.store.Change;
import dev.setpoint.store.Scope;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The log of one resource: the lane with all its changes, and a lane for each narrower scope that somebody
/// follows. A change finds the lanes that it concerns by hash. Guarded by the history's lock.
final class Chain {
    private final String resource;
    final ScopeLog all = new ScopeLog();
    private final Map<Scope, ScopeLog> narrow = new LinkedHashMap<>();

    // How many narrow lanes there are of each kind: a change looks only for kinds that exist.
    private int namespaces;
    private int names;
    private final Map<String, Integer> fields = new LinkedHashMap<>();

    Chain(String resource) {
        this.resource = resource;
    }

    void append(Change change, Collection<ScopeLog> touched) {
        append(all, change, touched);
        if (narrow.isEmpty()) {
            return;
        }
        var key = subject(change).key();
        if (namespaces > 0) {
            append(narrow.get(new Scope.Namespace(resource, key.namespace())), change, touched);
        }
        if (names > 0) {
            append(narrow.get(new Scope.Name(resource, key.namespace(), key.name())), change, touched);
        }
        for (var field : fields.keySet()) {
            var before = value(change.before(), field);
            var after = value(change.after(), field);
            appendToField(field, before, change, touched);
            if (!Objects.equals(before, after)) {
                appendToField(field, after, change, touched);
            }
        }
    }

    private void appendToField(String field, @Nullable String value, Change change, Collection<ScopeLog> touched) {
        if (value != null) {
            append(narrow.get(new Scope.Field(resource, field, value)), change, touched);
        }
    }

    private static void append(@Nullable ScopeLog lane, Change change, Collection<ScopeLog> touched) {
        if (lane != null) {
            lane.append(change);
            if (lane.touch()) {
                touched.add(lane);
            }
        }
    }

    /// The lane of this scope from now on; it holds nothing of the past unless somebody else follows it
    /// already.
    ScopeLog follow(Scope scope) {
        if (scope instanceof Scope.Everything) {
            return all;
        }
        return narrow.computeIfAbsent(scope, added -> {
            count(added, 1);
            return new ScopeLog();
        });
    }

    /// Nobody follows this scope any more.
    void forget(Scope scope) {
        if (narrow.remove(scope) != null) {
            count(scope, -1);
        }
    }

    private void count(Scope scope, int more) {
        switch (scope) {
            case Scope.Everything _ -> {}
            case Scope.Namespace _ -> namespaces += more;
            case Scope.Name _ -> names += more;
            case Scope.Field field ->
                fields.merge(field.field(), more, (one, other) -> one + other == 0 ? null : one + other);
        }
    }

    /// @return whether nothing is left that anybody could miss
    boolean drop(long revision) {
        all.drop(revision);
        narrow.values().forEach(lane -> lane.drop(revision));
        return narrow.isEmpty() && all.idle();
    }

    /// Whether a change belongs to a scope of its resource: what the hash look-up of [#append] finds.
    static boolean concerns(Scope scope, Change change) {
        var key = subject(change).key();
        return switch (scope) {
            case Scope.Everything _ -> true;
            case Scope.Namespace(var _, var namespace) -> key.namespace().equals(namespace);
            case Scope.Name(var _, var namespace, var name) ->
                key.name().equals(name) && key.namespace().equals(namespace);
            case Scope.Field(var _, var field, var value) ->
                value.equals(value(change.before(), field)) || value.equals(value(change.after(), field));
        };
    }

    static Stored subject(Change change) {
        return change.after() != null ? change.after() : Objects.requireNonNull(change.before());
    }

    private static @Nullable String value(@Nullable Stored stored, String field) {
        return stored == null ? null : stored.header().fields().get(field);
    }
}
