package dev.setpoint.store.history;

import dev.setpoint.store.tree.Tree;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The trees of a state, one for each resource that has objects: an immutable hash trie. A change of one tree copies
/// the path to it, so that what a commit costs depends neither on how many resources there are nor on how many there
/// ever were.
///
///     the root's 32 places by the first five bits of the hash, those of the next level by the next five:
///     pods -> place 7; secrets -> place 7 as well, hence one level deeper at 3 and at 21
final class Forest {
    private static final int BITS = 5;
    private static final int MASK = (1 << BITS) - 1;

    static final Forest EMPTY = new Forest(0, new Object[0]);

    /// Which of the places are taken.
    private final int taken;

    /// What is in them, in order: a [Planted] or a [Forest].
    private final Object[] slots;

    /// @param next another of the very same hash
    private record Planted(
            String resource, int hash, Tree tree, @Nullable Planted next) {
        @Nullable
        Tree find(String wanted) {
            for (Planted one = this; one != null; one = one.next) {
                if (one.resource.equals(wanted)) {
                    return one.tree;
                }
            }
            return null;
        }

        @Nullable
        Planted without(String unwanted) {
            if (resource.equals(unwanted)) {
                return next;
            }
            return next == null ? this : new Planted(resource, hash, tree, next.without(unwanted));
        }
    }

    private Forest(int taken, Object[] slots) {
        this.taken = taken;
        this.slots = slots;
    }

    /// The tree of a resource; an empty one where there is nothing of it.
    Tree tree(String resource) {
        int hash = hash(resource);
        Forest level = this;
        for (int shift = 0; ; shift += BITS) {
            int bit = bit(hash, shift);
            if ((level.taken & bit) == 0) {
                return Tree.EMPTY;
            }
            switch (level.slots[level.index(bit)]) {
                case Planted planted -> {
                    Tree found = planted.find(resource);
                    return found == null ? Tree.EMPTY : found;
                }
                case Forest deeper -> level = deeper;
                default -> throw new IllegalStateException("a slot with neither trees nor a level");
            }
        }
    }

    /// The same with another tree for this resource. An empty tree takes no place.
    Forest with(String resource, Tree tree) {
        int hash = hash(resource);
        return tree.size() == 0 ? without(resource, hash, 0) : with(new Planted(resource, hash, tree, null), 0);
    }

    private Forest with(Planted added, int shift) {
        int bit = bit(added.hash, shift);
        int index = index(bit);
        if ((taken & bit) == 0) {
            Object[] more = new Object[slots.length + 1];
            System.arraycopy(slots, 0, more, 0, index);
            more[index] = added;
            System.arraycopy(slots, index, more, index + 1, slots.length - index);
            return new Forest(taken | bit, more);
        }
        return switch (slots[index]) {
            case Forest deeper -> replaced(index, deeper.with(added, shift + BITS));
            case Planted there
            when there.hash == added.hash ->
                replaced(index, new Planted(added.resource, added.hash, added.tree, there.without(added.resource)));
            case Planted there ->
                replaced(index, EMPTY.with(there, shift + BITS).with(added, shift + BITS));
            default -> throw new IllegalStateException("a slot with neither trees nor a level");
        };
    }

    private Forest without(String resource, int hash, int shift) {
        int bit = bit(hash, shift);
        if ((taken & bit) == 0) {
            return this;
        }
        int index = index(bit);
        Object left = switch (slots[index]) {
            case Forest deeper -> deeper.without(resource, hash, shift + BITS).simplest();
            case Planted there -> there.hash == hash ? there.without(resource) : there;
            default -> throw new IllegalStateException("a slot with neither trees nor a level");
        };
        return left == null ? cleared(bit, index) : replaced(index, left);
    }

    /// A level with one leaf is that leaf; one with nothing is nothing.
    private @Nullable Object simplest() {
        if (slots.length == 0) {
            return null;
        }
        return slots.length == 1 && slots[0] instanceof Planted only ? only : this;
    }

    private Forest replaced(int index, Object slot) {
        Object[] same = slots.clone();
        same[index] = slot;
        return new Forest(taken, same);
    }

    private Forest cleared(int bit, int index) {
        Object[] fewer = Arrays.copyOf(slots, slots.length - 1);
        System.arraycopy(slots, index + 1, fewer, index, fewer.length - index);
        return new Forest(taken & ~bit, fewer);
    }

    void forEach(Consumer<Tree> action) {
        for (Object slot : slots) {
            switch (slot) {
                case Forest deeper -> deeper.forEach(action);
                case Planted planted -> {
                    for (Planted one = planted; one != null; one = one.next) {
                        action.accept(one.tree);
                    }
                }
                default -> throw new IllegalStateException("a slot with neither trees nor a level");
            }
        }
    }

    /// How many places are taken on all levels: what it costs to keep.
    int places() {
        int places = slots.length;
        for (Object slot : slots) {
            if (slot instanceof Forest deeper) {
                places += deeper.places();
            }
        }
        return places;
    }

    private int index(int bit) {
        return Integer.bitCount(taken & (bit - 1));
    }

    private static int bit(int hash, int shift) {
        return 1 << (hash >>> shift & MASK);
    }

    private static int hash(String resource) {
        int hash = resource.hashCode();
        return hash ^ hash >>> 16;
    }
}
