package dev.setpoint.client;

import dev.setpoint.base.value.Stored;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Decoded objects, each kept with the value that it was decoded from, in a table of fixed size.
///
/// A value has two places in the table; a newcomer takes the older one. No lock, no list of uses: when two
/// tasks decode one value at the same time, one of the equal results stays. Two values are the same only if
/// they share their bytes, so that worlds forked from one another, where equal keys and revisions mean
/// different objects, never mix.
final class DecodeCache<T> {
    /// Above what one loop looks at in one go: a ReplicaSet of 5,000 pods that did not fit would decode them all in
    /// each reconcile. An average pod is some 17 KB as an object, which makes this 140 MB at the very most.
    static final int CAPACITY = 8192;

    /// Whether each hit proves that nobody has changed the shared object. Expensive: for tests.
    enum MutationCheck {
        OFF,
        ON
    }

    private record Entry<T>(Stored stored, T object, byte @Nullable [] print) {}

    private final AtomicReferenceArray<@Nullable Entry<T>> slots;
    private final int pairMask;
    private final MutationCheck check;

    DecodeCache(int capacity, MutationCheck check) {
        if (capacity < 2) {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: >= 2)");
        }
        int pairs = Integer.highestOneBit(capacity) / 2;
        this.slots = new AtomicReferenceArray<>(pairs * 2);
        this.pairMask = pairs - 1;
        this.check = check;
    }

    static MutationCheck checkFromProperty() {
        return Boolean.getBoolean("setpoint.detect-mutation") ? MutationCheck.ON : MutationCheck.OFF;
    }

    T of(Stored stored, Function<Stored, T> decode) {
        int first = 2 * (spread(stored.hashCode()) & pairMask);
        for (int slot = first; slot <= first + 1; slot++) {
            Entry<T> entry = slots.get(slot);
            if (entry != null && sameValue(entry.stored, stored)) {
                return unchanged(entry);
            }
        }
        T object = decode.apply(stored);
        byte[] print = check == MutationCheck.ON ? ModelCodec.write(object) : null;
        slots.set(first + 1, slots.get(first));
        slots.set(first, new Entry<>(stored, object, print));
        return object;
    }

    /// Identity of the bytes is the point: an equal array in another world may lie under the same key and
    /// revision.
    @SuppressWarnings("ReferenceEquality")
    private static boolean sameValue(Stored left, Stored right) {
        return left.bytes() == right.bytes() && left.revision() == right.revision();
    }

    private T unchanged(Entry<T> entry) {
        if (entry.print != null && !Arrays.equals(entry.print, ModelCodec.write(entry.object))) {
            throw new IllegalStateException(entry.stored
                    + " was changed by a reader; objects from a cache are read-only: edit a copy (object.edit())");
        }
        return entry.object;
    }

    private static int spread(int hash) {
        return (hash * 0x9E3779B9) >>> 8;
    }
}
