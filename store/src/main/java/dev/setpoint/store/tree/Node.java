package dev.setpoint.store.tree;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import org.jspecify.annotations.Nullable;

/// A node of the tree. Only the edit that made it may change it, and only until that edit is sealed: after
/// that its `owner` equals nobody.
///
/// Every node but the root has between [#LEAST] and [#MOST] slots in use.
abstract sealed class Node permits Leaf, Branch {
    static final int MOST = 32;
    static final int LEAST = MOST / 4;

    final Object owner;
    int count;

    Node(Object owner, int count) {
        this.owner = owner;
        this.count = count;
    }

    abstract @Nullable Stored find(Key key);

    /// The outcome of a put is in `edit`: what was replaced, and the right half when this node had to be
    /// split.
    ///
    /// @return this node, or the copy that takes its place
    abstract Node put(Tree.Edit edit, Stored value);

    /// @return this node, or the copy that takes its place
    abstract Node remove(Tree.Edit edit, Key key);

    /// The smallest key below, for which this must not be empty.
    abstract Key firstKey();

    /// Moves slots between two neighbours so that both have enough, or all into the left one.
    ///
    /// @return whether the right one is now empty
    abstract boolean balance(Node right);

    /// This node, or a copy that the edit may change.
    abstract Node editable(Tree.Edit edit);

    /// All keys of a tree are of one resource: only namespace and name tell them apart.
    static int compare(Key one, Key other) {
        return one.compareWithinResource(other);
    }

    /// How many slots the left of two neighbours should have.
    static int leftShare(int left, int right) {
        int sum = left + right;
        return sum <= MOST ? sum : sum / 2;
    }
}
