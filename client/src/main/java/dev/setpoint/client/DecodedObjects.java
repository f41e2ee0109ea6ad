package dev.setpoint.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Objects as Java classes, each kept with the value that it was decoded from: all kinds together, under one budget of
/// bytes. They belong to whoever gives out the values, an API server in this JVM or a client over HTTPS, and end with
/// it.
///
/// Two values are the same only if they share their bytes, so that worlds forked from one another, where equal keys
/// and revisions mean different objects, never mix. A later value of an object takes the place of an earlier one,
/// which nobody will ask for again.
///
/// What is dropped where the budget is used up decides over time alone, never over what anybody reads. No clock and no
/// other thread has a part in it: a simulation has the same cache as a server.
public final class DecodedObjects implements AutoCloseable {
    /// For whoever reads something once: it keeps nothing.
    public static final DecodedObjects NONE = new DecodedObjects(0, MutationCheck.OFF);

    /// A pod of 4 KB is 17 KB as an object: a little more than four bytes for each byte of JSON. The fifth is for
    /// what small objects have beside their JSON.
    private static final int OBJECT_BYTES_FOR_EACH = 5;

    /// 5,000 pods of 4 KB weigh 120 MB, and a set that has so many must not decode them all in each reconcile.
    private static final long MOST = 256L << 20;

    private static final int PART_OF_HEAP = 4;

    /// Few kinds are read in more than two ways: whole, and without what fills them.
    private static final int MOST_FORMS = 4;

    /// Whether each hit proves that nobody has changed the shared object. Expensive: for tests.
    enum MutationCheck {
        OFF,
        ON
    }

    /// One form of an object, and the others that are kept of it.
    ///
    /// @param bytes what this form weighs, alone
    private record Decoded(
            Stored stored,
            Typed<?> typed,
            HasMetadata object,
            byte @Nullable [] print,
            int bytes,
            @Nullable Decoded others) {
        Decoded beside(@Nullable Decoded kept) {
            return new Decoded(stored, typed, object, print, bytes, kept);
        }
    }

    private final Cache<Key, Decoded> forms;
    private final MutationCheck check;
    private volatile boolean keeping;

    DecodedObjects(long budget, MutationCheck check) {
        this.forms = Caffeine.newBuilder()
                .maximumWeight(budget)
                .weigher(DecodedObjects::weight)
                .executor(Runnable::run)
                .build();
        this.check = check;
        this.keeping = budget > 0;
    }

    /// With a budget that goes by the memory of this JVM: a quarter of it, and 256 MB at most.
    public static DecodedObjects ofHeap() {
        return new DecodedObjects(
                Math.min(MOST, Runtime.getRuntime().maxMemory() / PART_OF_HEAP),
                Boolean.getBoolean("setpoint.detect-mutation") ? MutationCheck.ON : MutationCheck.OFF);
    }

    /// The object of a value: the one that is kept, or one that is made now.
    ///
    /// @param typed as described, not as read from here
    <T extends HasMetadata> T of(Stored stored, Typed<T> typed) {
        if (!keeping) {
            return typed.read(typed.json(stored));
        }
        Decoded kept = forms.getIfPresent(stored.key());
        for (Decoded form = kept; form != null; form = form.others) {
            if (form.typed == typed && sameValue(form.stored, stored)) {
                @SuppressWarnings("unchecked") // The description is the same, and so is the class.
                T object = (T) unchanged(form).object;
                return object;
            }
        }
        byte[] json = typed.json(stored);
        T object = typed.read(json);
        byte[] print = check == MutationCheck.ON ? ModelCodec.write(object) : null;
        int bytes = Math.addExact(stored.bytes().length, OBJECT_BYTES_FOR_EACH * json.length);
        keep(new Decoded(stored, typed, object, print, bytes, null), kept);
        return object;
    }

    /// When two tasks decode an object at the same time, what one of them has made stays.
    private void keep(Decoded made, @Nullable Decoded kept) {
        Decoded others = null;
        int count = 1;
        for (Decoded form = kept; form != null && count < MOST_FORMS; form = form.others) {
            if (form.typed != made.typed) {
                others = form.beside(others);
                count++;
            } else if (form.stored.revision() > made.stored.revision()) {
                return; // Somebody looks back at what was; the others look at what is.
            }
        }
        forms.put(made.stored.key(), made.beside(others));
        if (!keeping) {
            forms.invalidateAll(); // Its owner has closed it meanwhile.
        }
    }

    private static int weight(Key key, Decoded first) {
        long bytes = 0;
        for (Decoded form = first; form != null; form = form.others) {
            bytes += form.bytes;
        }
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }

    /// What is kept now, as it is counted.
    public long bytes() {
        forms.cleanUp();
        return forms.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }

    /// Forgets everything, and keeps nothing from now on.
    @Override
    public void close() {
        keeping = false;
        forms.invalidateAll();
    }

    /// Identity of the bytes is the point: an equal array in another world may lie under the same key and
    /// revision.
    @SuppressWarnings("ReferenceEquality")
    private static boolean sameValue(Stored left, Stored right) {
        return left.bytes() == right.bytes() && left.revision() == right.revision();
    }

    private static Decoded unchanged(Decoded form) {
        if (form.print != null && !Arrays.equals(form.print, ModelCodec.write(form.object))) {
            throw new IllegalStateException(form.stored
                    + " was changed by a reader; objects from a cache are read-only: edit a copy (object.edit())");
        }
        return form;
    }
}
