package dev.setpoint.apiserver.crd;

import dev.setpoint.base.value.Stored;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Objects that were brought up to date, shared by all readers. Bounded: the least recently used go first.
final class DerivedObjects {
    private static final long MAX_BYTES = 32L << 20;

    /// @param since tells states of one definition apart
    private record Origin(Stored stored, String uid, long since) {}

    private final Map<Origin, Stored> objects = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /// Two readers may both derive; they get equal objects and one of the two stays.
    Stored of(Stored stored, Definition definition, UnaryOperator<Stored> derive) {
        Origin origin = new Origin(stored, definition.uid(), definition.since());
        synchronized (this) {
            Stored known = objects.get(origin);
            if (known != null) {
                return known;
            }
        }
        Stored made = derive.apply(stored);
        synchronized (this) {
            keep(origin, made);
        }
        return made;
    }

    private void keep(Origin origin, Stored made) {
        Stored raced = objects.put(origin, made);
        bytes += size(made) - (raced == null ? 0 : size(raced));
        var oldest = objects.values().iterator();
        while (bytes > MAX_BYTES && oldest.hasNext()) {
            bytes -= size(oldest.next());
            oldest.remove();
        }
    }

    /// The original bytes are held too.
    private static long size(Stored stored) {
        return 2L * stored.bytes().length;
    }
}
