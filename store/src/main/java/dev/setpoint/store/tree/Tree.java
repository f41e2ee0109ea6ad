package dev.setpoint.store.tree;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The objects of one resource in key order; immutable. Changes are made in an [Edit], which leaves this tree
/// as it is:
///
///     var edit = tree.edit();
///     edit.put(pod);
///     edit.remove(key);
///     var next = edit.seal();
public final class Tree {
    public static final Tree EMPTY = new Tree(Leaf.empty(new Object()), 0);

    private final Node root;
    private final int size;

    private Tree(Node root, int size) {
        this.root = root;
        this.size = size;
    }

    public int size() {
        return size;
    }

    public Optional<Stored> find(Key key) {
        return Optional.ofNullable(root.find(key));
    }

    /// All objects, or those of one namespace when it is not empty.
    public Iterator<Stored> iterate(String namespace) {
        return namespace.isEmpty()
                ? TreeIterator.fromStart(root)
                : TreeIterator.from(root, new Key("", namespace, ""), namespace);
    }

    /// As [#iterate], from the first key after this one.
    public Iterator<Stored> iterateAfter(String namespace, Key after) {
        return TreeIterator.after(root, after, namespace);
    }

    public Edit edit() {
        return new Edit(root, size);
    }

    /// Changes that are not visible to anybody yet. Used by one thread.
    public static final class Edit {
        /// Marks the nodes that this edit made and may still change.
        Object token = new Object();

        /// The value that the last operation replaced or removed.
        @Nullable
        Stored replaced;

        /// The right half of a node that had to be split, on its way to the parent.
        @Nullable
        Node split;

        private Node root;
        private int size;

        private Edit(Node root, int size) {
            this.root = root;
            this.size = size;
        }

        public @Nullable Stored find(Key key) {
            return root.find(key);
        }

        /// @return what was there before
        public @Nullable Stored put(Stored value) {
            replaced = null;
            root = root.put(this, value);
            if (split != null) {
                root = Branch.of(token, root, split);
                split = null;
            }
            if (replaced == null) {
                size++;
            }
            return replaced;
        }

        /// @return what was there before
        public @Nullable Stored remove(Key key) {
            replaced = null;
            root = root.remove(this, key);
            if (root instanceof Branch branch && branch.count == 1) {
                root = branch.child(0);
            }
            if (replaced != null) {
                size--;
            }
            return replaced;
        }

        /// The tree as it is now. The edit may go on; what it has made so far is shared from here.
        public Tree seal() {
            token = new Object();
            return new Tree(root, size);
        }

        boolean owns(Node node) {
            return node.owner.equals(token);
        }
    }
}
