package dev.setpoint.machinery.apply;

import dev.setpoint.base.DirectMappedCache;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Sets of fields that an account was kept of a moment ago. A thousand pods of one ReplicaSet have the same few sets,
/// and every write to one of them reads and writes them.
///
/// It belongs to whoever keeps the accounts, an API server, and ends with it: it remembers what clients send.
public final class KnownFields {
    private static final int KEPT = 512;

    /// A set whose text is longer than this is not kept for others. That of a pod of 4 KB has some 6 KB: kept out, each
    /// patch of such a pod took 40 % more. With sets of this length alone, all of them are some tens of megabytes.
    private static final int LONGEST_KEPT = 16 * 1024;

    private final DirectMappedCache<Text, FieldSet> read = new DirectMappedCache<>(KEPT);
    private final DirectMappedCache<FieldSet, byte[]> written = new DirectMappedCache<>(KEPT);
    private final DirectMappedCache<Outline, FieldSet> created = new DirectMappedCache<>(KEPT);

    private record Text(byte[] json) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Text(byte[] theirs) && Arrays.equals(json, theirs);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(json);
        }

        FieldSet read() {
            return FieldSet.parse(CompactReader.object(json));
        }
    }

    FieldSet read(JsonObject json) {
        byte[] text = json.unread();
        return text == null || text.length > LONGEST_KEPT ? FieldSet.parse(json) : read.of(new Text(text), Text::read);
    }

    JsonObject write(FieldSet set) {
        return set.toJson(
                fields -> fields.isShorterThan(LONGEST_KEPT) ? written.of(fields, FieldSet::write) : fields.write());
    }

    /// What the maker of an object owns.
    ///
    /// @param outline of the object; null where it has none that is worth keeping
    FieldSet ofNew(@Nullable Outline outline, Supplier<FieldSet> find) {
        return outline == null ? find.get() : created.of(outline, same -> find.get());
    }
}
