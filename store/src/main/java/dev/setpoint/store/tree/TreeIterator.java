package dev.setpoint.store.tree;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/// Walks the leaves from a place on, until the namespace ends.
final class TreeIterator implements Iterator<Stored> {
    /// A branch on the way down, and the child in which the walk is.
    private static final class Level {
        final Branch branch;
        int index;

        Level(Branch branch, int index) {
            this.branch = branch;
            this.index = index;
        }
    }

    private final List<Level> way = new ArrayList<>(4);
    private final String namespace;
    private Leaf leaf;
    private int place;
    private @Nullable Stored next;

    static TreeIterator fromStart(Node root) {
        return new TreeIterator(root, null, false, "");
    }

    static TreeIterator from(Node root, Key first, String namespace) {
        return new TreeIterator(root, first, false, namespace);
    }

    static TreeIterator after(Node root, Key last, String namespace) {
        return new TreeIterator(root, last, true, namespace);
    }

    private TreeIterator(Node root, @Nullable Key start, boolean exclusive, String namespace) {
        this.namespace = namespace;
        this.leaf = descend(root, start);
        if (start != null) {
            int found = leaf.search(start);
            place = found < 0 ? -1 - found : exclusive ? found + 1 : found;
        }
        advance();
    }

    private Leaf descend(Node from, @Nullable Key towards) {
        var node = from;
        while (node instanceof Branch branch) {
            int index = towards == null ? 0 : branch.childFor(towards);
            way.add(new Level(branch, index));
            node = branch.child(index);
        }
        return (Leaf) node;
    }

    private void advance() {
        while (place >= leaf.count) {
            if (!nextLeaf()) {
                next = null;
                return;
            }
        }
        var value = leaf.value(place++);
        next = namespace.isEmpty() || namespace.equals(value.key().namespace()) ? value : null;
    }

    private boolean nextLeaf() {
        while (!way.isEmpty()) {
            var level = way.getLast();
            if (++level.index < level.branch.count) {
                leaf = descend(level.branch.child(level.index), null);
                place = 0;
                return true;
            }
            way.removeLast();
        }
        return false;
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public Stored next() {
        var value = next;
        if (value == null) {
            throw new NoSuchElementException();
        }
        advance();
        return value;
    }
}
