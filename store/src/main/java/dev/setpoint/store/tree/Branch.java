package dev.setpoint.store.tree;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Children in order. `keys[i]` is at most the smallest key below child `i` and greater than all below child
/// `i - 1`; it need not be there itself any more.
final class Branch extends Node {
    final @Nullable Key[] keys;
    final @Nullable Node[] children;

    private Branch(Object owner, @Nullable Key[] keys, @Nullable Node[] children, int count) {
        super(owner, count);
        this.keys = keys;
        this.children = children;
    }

    static Branch of(Object owner, Node left, Node right) {
        var branch = empty(owner);
        branch.insert(0, left.firstKey(), left);
        branch.insert(1, right.firstKey(), right);
        return branch;
    }

    private static Branch empty(Object owner) {
        return new Branch(owner, new Key[MOST], new Node[MOST], 0);
    }

    Node child(int index) {
        var child = children[index];
        if (child == null) {
            throw new IllegalStateException("slot " + index + " of " + count + " is empty");
        }
        return child;
    }

    private Key key(int index) {
        var key = keys[index];
        if (key == null) {
            throw new IllegalStateException("slot " + index + " of " + count + " is empty");
        }
        return key;
    }

    /// The child below which the key lies if it is there.
    int childFor(Key key) {
        int low = 1;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (compare(key(middle), key) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    @Override
    @Nullable
    Stored find(Key key) {
        return child(childFor(key)).find(key);
    }

    @Override
    Node put(Tree.Edit edit, Stored value) {
        int index = childFor(value.key());
        var branch = editable(edit);
        branch.children[index] = child(index).put(edit, value);
        var split = edit.split;
        if (split == null) {
            return branch;
        }
        edit.split = null;
        if (count < MOST) {
            branch.insert(index + 1, split.firstKey(), split);
            return branch;
        }
        var right = branch.split(edit, index + 1);
        if (index + 1 <= branch.count) {
            branch.insert(index + 1, split.firstKey(), split);
        } else {
            right.insert(index + 1 - branch.count, split.firstKey(), split);
        }
        edit.split = right;
        return branch;
    }

    private void insert(int place, Key key, Node child) {
        System.arraycopy(keys, place, keys, place + 1, count - place);
        System.arraycopy(children, place, children, place + 1, count - place);
        keys[place] = key;
        children[place] = child;
        count++;
    }

    private Branch split(Tree.Edit edit, int place) {
        int keep = place == MOST ? MOST - LEAST : MOST / 2;
        var right = empty(edit.token);
        right.count = MOST - keep;
        System.arraycopy(keys, keep, right.keys, 0, right.count);
        System.arraycopy(children, keep, right.children, 0, right.count);
        clear(keep, MOST);
        count = keep;
        return right;
    }

    private void clear(int from, int to) {
        Arrays.fill(keys, from, to, null);
        Arrays.fill(children, from, to, null);
    }

    @Override
    Node remove(Tree.Edit edit, Key key) {
        int index = childFor(key);
        var child = child(index);
        var smaller = child.remove(edit, key);
        if (edit.replaced == null) {
            return this;
        }
        var branch = editable(edit);
        branch.children[index] = smaller;
        if (smaller.count < LEAST) {
            branch.mend(edit, index == 0 ? 0 : index - 1);
        }
        return branch;
    }

    /// Evens out a child and its right neighbour, one of which has too little.
    private void mend(Tree.Edit edit, int left) {
        var first = child(left).editable(edit);
        var second = child(left + 1).editable(edit);
        children[left] = first;
        children[left + 1] = second;
        if (first.balance(second)) {
            count--;
            System.arraycopy(keys, left + 2, keys, left + 1, count - left - 1);
            System.arraycopy(children, left + 2, children, left + 1, count - left - 1);
            clear(count, count + 1);
        } else {
            keys[left + 1] = second.firstKey();
        }
    }

    @Override
    Key firstKey() {
        return child(0).firstKey();
    }

    @Override
    boolean balance(Node neighbour) {
        var right = (Branch) neighbour;
        int move = leftShare(count, right.count) - count;
        if (move > 0) {
            System.arraycopy(right.keys, 0, keys, count, move);
            System.arraycopy(right.children, 0, children, count, move);
            System.arraycopy(right.keys, move, right.keys, 0, right.count - move);
            System.arraycopy(right.children, move, right.children, 0, right.count - move);
            right.clear(right.count - move, right.count);
        } else if (move < 0) {
            System.arraycopy(right.keys, 0, right.keys, -move, right.count);
            System.arraycopy(right.children, 0, right.children, -move, right.count);
            System.arraycopy(keys, count + move, right.keys, 0, -move);
            System.arraycopy(children, count + move, right.children, 0, -move);
            clear(count + move, count);
        }
        count += move;
        right.count -= move;
        return right.count == 0;
    }

    @Override
    Branch editable(Tree.Edit edit) {
        return edit.owns(this) ? this : new Branch(edit.token, keys.clone(), children.clone(), count);
    }
}
