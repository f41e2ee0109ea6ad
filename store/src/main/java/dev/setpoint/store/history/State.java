package dev.setpoint.store.history;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.store.Change;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.tree.Tree;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A state at a revision: a tree for each resource. Immutable.
public final class State implements Snapshot {
    private final long revision;
    private final Forest forest;

    private State(long revision, Forest forest) {
        this.revision = revision;
        this.forest = forest;
    }

    public static State empty(long revision) {
        return new State(revision, Forest.EMPTY);
    }

    @Override
    public long revision() {
        return revision;
    }

    @Override
    public Optional<Stored> find(Key key) {
        return forest.tree(key.resource()).find(key);
    }

    @Override
    public Iterator<Stored> iterate(String resource, String namespace) {
        return forest.tree(resource).iterate(namespace);
    }

    @Override
    public Iterator<Stored> iterateAfter(String resource, String namespace, Key after) {
        return forest.tree(resource).iterateAfter(namespace, after);
    }

    @Override
    public int count(String resource) {
        return forest.tree(resource).size();
    }

    @Override
    public Object mark(String resource) {
        return forest.tree(resource);
    }

    long size() {
        long[] size = new long[1];
        forest.forEach(tree -> size[0] += tree.size());
        return size[0];
    }

    public Edit edit() {
        return new Edit(this);
    }

    @Override
    public String toString() {
        return "state at " + revision;
    }

    /// A state in the making: trees are opened for editing when something in them first changes. Used by one
    /// thread.
    public static final class Edit {
        private final State base;
        private final Map<String, Tree.Edit> open = new LinkedHashMap<>();

        private Edit(State base) {
            this.base = base;
        }

        public @Nullable Stored find(Key key) {
            var edit = open.get(key.resource());
            return edit != null
                    ? edit.find(key)
                    : base.forest.tree(key.resource()).find(key).orElse(null);
        }

        /// @return what was there before
        public @Nullable Stored put(Stored value) {
            return open(value.key().resource()).put(value);
        }

        /// @return what was there before
        public @Nullable Stored remove(Key key) {
            return find(key) == null ? null : open(key.resource()).remove(key);
        }

        public void apply(Change change) {
            if (change.after() != null) {
                put(change.after());
            } else if (change.before() != null) {
                remove(change.before().key());
            }
        }

        private Tree.Edit open(String resource) {
            var edit = open.get(resource);
            if (edit == null) {
                edit = base.forest.tree(resource).edit();
                open.put(resource, edit);
            }
            return edit;
        }

        public State seal(long revision) {
            var forest = base.forest;
            for (var edited : open.entrySet()) {
                forest = forest.with(edited.getKey(), edited.getValue().seal());
            }
            return new State(revision, forest);
        }
    }
}
