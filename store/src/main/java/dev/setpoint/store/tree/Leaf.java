package dev.setpoint.store.tree;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

final class Leaf extends Node {
    final @Nullable Stored[] values;

    Leaf(Object owner, @Nullable Stored[] values, int count) {
        super(owner, count);
        this.values = values;
    }

    static Leaf empty(Object owner) {
        return new Leaf(owner, new Stored[MOST], 0);
    }

    Stored value(int index) {
        var value = values[index];
        if (value == null) {
            throw new IllegalStateException("slot " + index + " of " + count + " is empty");
        }
        return value;
    }

    /// Where the key lies, or -1 minus where it would.
    int search(Key key) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = compare(value(middle).key(), key);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    @Override
    @Nullable
    Stored find(Key key) {
        int index = search(key);
        return index < 0 ? null : values[index];
    }

    @Override
    Node put(Tree.Edit edit, Stored value) {
        int index = search(value.key());
        var leaf = editable(edit);
        if (index >= 0) {
            edit.replaced = leaf.values[index];
            leaf.values[index] = value;
            return leaf;
        }
        int place = -1 - index;
        if (count < MOST) {
            leaf.insert(place, value);
            return leaf;
        }
        var right = leaf.split(edit, place);
        if (place <= leaf.count) {
            leaf.insert(place, value);
        } else {
            right.insert(place - leaf.count, value);
        }
        edit.split = right;
        return leaf;
    }

    private void insert(int place, Stored value) {
        System.arraycopy(values, place, values, place + 1, count - place);
        values[place] = value;
        count++;
    }

    /// In the middle, but at the very end when that is where the new value goes: keys that come in order fill
    /// nodes.
    private Leaf split(Tree.Edit edit, int place) {
        int keep = place == MOST ? MOST - LEAST : MOST / 2;
        var right = empty(edit.token);
        right.count = MOST - keep;
        System.arraycopy(values, keep, right.values, 0, right.count);
        Arrays.fill(values, keep, MOST, null);
        count = keep;
        return right;
    }

    @Override
    Node remove(Tree.Edit edit, Key key) {
        int index = search(key);
        if (index < 0) {
            return this;
        }
        var leaf = editable(edit);
        edit.replaced = leaf.values[index];
        leaf.count--;
        System.arraycopy(leaf.values, index + 1, leaf.values, index, leaf.count - index);
        leaf.values[leaf.count] = null;
        return leaf;
    }

    @Override
    Key firstKey() {
        return value(0).key();
    }

    @Override
    boolean balance(Node neighbour) {
        var right = (Leaf) neighbour;
        int move = leftShare(count, right.count) - count;
        if (move > 0) {
            System.arraycopy(right.values, 0, values, count, move);
            System.arraycopy(right.values, move, right.values, 0, right.count - move);
            Arrays.fill(right.values, right.count - move, right.count, null);
        } else if (move < 0) {
            System.arraycopy(right.values, 0, right.values, -move, right.count);
            System.arraycopy(values, count + move, right.values, 0, -move);
            Arrays.fill(values, count + move, count, null);
        }
        count += move;
        right.count -= move;
        return right.count == 0;
    }

    @Override
    Leaf editable(Tree.Edit edit) {
        return edit.owns(this) ? this : new Leaf(edit.token, values.clone(), count);
    }
}
