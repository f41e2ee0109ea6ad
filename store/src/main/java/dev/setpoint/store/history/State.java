package dev.setpoint.store.history;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.store.Change;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.tree.Tree;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A state at a revision: a tree for each resource. Immutable.
public final class State implements Snapshot {
    private final ResourceIds ids;
    private final long revision;
    private final Tree[] trees;

    private State(ResourceIds ids, long revision, Tree[] trees) {
        this.ids = ids;
        this.revision = revision;
        this.trees = trees;
    }

    public static State empty(long revision) {
        return new State(new ResourceIds(), revision, new Tree[0]);
    }

    @Override
    public long revision() {
        return revision;
    }

    @Override
    public Optional<Stored> find(Key key) {
        return tree(key.resource()).find(key);
    }

    @Override
    public Iterator<Stored> iterate(String resource, String namespace) {
        return tree(resource).iterate(namespace);
    }

    @Override
    public Iterator<Stored> iterateAfter(String resource, String namespace, Key after) {
        return tree(resource).iterateAfter(namespace, after);
    }

    @Override
    public Object contents(String resource) {
        return tree(resource);
    }

    @Override
    public int count(String resource) {
        return tree(resource).size();
    }

    @Override
    public Object mark(String resource) {
        return tree(resource);
    }

    long size() {
        long size = 0;
        for (var tree : trees) {
            size += tree.size();
        }
        return size;
    }

    private Tree tree(String resource) {
        int id = ids.find(resource);
        return id >= 0 && id < trees.length ? trees[id] : Tree.EMPTY;
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
        private Tree.@Nullable Edit[] edits;

        private Edit(State base) {
            this.base = base;
            this.edits = new Tree.Edit[base.trees.length];
        }

        public @Nullable Stored find(Key key) {
            int id = base.ids.find(key.resource());
            if (id < 0 || id >= edits.length) {
                return null;
            }
            var edit = edits[id];
            if (edit != null) {
                return edit.find(key);
            }
            // A fork of the same state may have given numbers that this one has no tree for yet.
            return id < base.trees.length ? base.trees[id].find(key).orElse(null) : null;
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
            int id = base.ids.give(resource);
            if (id >= edits.length) {
                edits = Arrays.copyOf(edits, id + 1);
            }
            var edit = edits[id];
            if (edit == null) {
                edit = (id < base.trees.length ? base.trees[id] : Tree.EMPTY).edit();
                edits[id] = edit;
            }
            return edit;
        }

        public State seal(long revision) {
            var trees = new Tree[edits.length];
            for (int id = 0; id < trees.length; id++) {
                var edit = edits[id];
                trees[id] = edit != null ? edit.seal() : id < base.trees.length ? base.trees[id] : Tree.EMPTY;
            }
            return new State(base.ids, revision, trees);
        }
    }
}
