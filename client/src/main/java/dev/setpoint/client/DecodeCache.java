package dev.setpoint.client;

import dev.setpoint.base.value.Stored;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Decoded objects, each kept with the value that it was decoded from, in a table of fixed size.
///
/// A key has eight places in the table. A newcomer takes the place of an earlier value of the same object,
/// which nobody will ask for again, or else that of the oldest. No lock, no list of uses: when two tasks
/// decode one value at the same time, one of the equal results stays. Two values are the same only if they
/// share their bytes, so that worlds forked from one another, where equal keys and revisions mean different
/// objects, never mix.
final class DecodeCache<T> {
    /// Above what one loop looks at in one go: a ReplicaSet of 5,000 pods that did not fit would decode them all in
    /// each reconcile. An average pod is some 17 KB as an object, which makes this 140 MB at the very most.
    static final int CAPACITY = 8192;

    /// With so many places 5,000 objects fit into 8,192 with hardly one pushed out by another; with two places
    /// every seventh would be.
    private static final int WAYS = 8;

    /// Whether each hit proves that nobody has changed the shared object. Expensive: for tests.
    enum MutationCheck {
        OFF,
        ON
    }

    private record Entry<T>(Stored stored, T object, byte @Nullable [] print) {}

    private final AtomicReferenceArray<@Nullable Entry<T>> slots;
    private final int ways;
    private final int setMask;
    private final MutationCheck check;

    DecodeCache(int capacity, MutationCheck check) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity: " + capacity + " (expected: >= 1)");
        }
        int size = Integer.highestOneBit(capacity);
        this.ways = Math.min(WAYS, size);
        this.slots = new AtomicReferenceArray<>(size);
        this.setMask = size / ways - 1;
        this.check = check;
    }

    static MutationCheck checkFromProperty() {
        return Boolean.getBoolean("setpoint.detect-mutation") ? MutationCheck.ON : MutationCheck.OFF;
    }

    T of(Stored stored, Function<Stored, T> decode) {
        int first = ways * (spread(stored.key().hashCode()) & setMask);
        for (int slot = first; slot < first + ways; slot++) {
            Entry<T> entry = slots.get(slot);
            if (entry != null && sameValue(entry.stored, stored)) {
                return unchanged(entry);
            }
        }
        T object = decode.apply(stored);
        byte[] print = check == MutationCheck.ON ? ModelCodec.write(object) : null;
        put(first, new Entry<>(stored, object, print));
        return object;
    }

    /// At the head of its places; those before the one that goes move along.
    private void put(int first, Entry<T> entry) {
        int last = first;
        while (last < first + ways - 1 && !supersedes(entry.stored, slots.get(last))) {
            last++;
        }
        for (int slot = last; slot > first; slot--) {
            slots.set(slot, slots.get(slot - 1));
        }
        slots.set(first, entry);
    }

    private static boolean supersedes(Stored value, @Nullable Entry<?> other) {
        return other == null
                || (other.stored.revision() < value.revision()
                        && other.stored.key().equals(value.key()));
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
