package dev.setpoint.machinery.schema;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The shape of a value, with the rule by which two versions of it are merged.
///
/// The rule belongs to the place where a value stands: `core.v1.ObjectReference` is atomic wherever it is used except
/// in
/// `PersistentVolumeSpec.claimRef`, whose schema is the same struct [#with] another rule. So whoever walks a value
/// down its schema always finds the effective rule in the schema at hand.
///
///     Field containers = podSpec.field("containers");
///     containers.schema().shape();                      // LIST
///     containers.merge().keys();                        // [name]
///     containers.schema().element().field("image");     // TEXT
public final class Schema {
    private final Shape shape;
    private final String typeName;
    private final String format;
    private final Merge merge;
    private final @Nullable Schema element;
    private final @Nullable Members members;
    private final boolean keepsUnknown;
    private final boolean tolerant;

    private Schema(
            Shape shape,
            String typeName,
            String format,
            Merge merge,
            @Nullable Schema element,
            @Nullable Members members,
            boolean keepsUnknown,
            boolean tolerant) {
        this.shape = shape;
        this.typeName = typeName;
        this.format = format;
        this.merge = merge;
        this.element = element;
        this.members = members;
        this.keepsUnknown = keepsUnknown;
        this.tolerant = tolerant;
    }

    /// A struct with known fields; the supplier is asked once, on first use, so that types may contain themselves.
    ///
    /// @param typeName such as `apps.v1.DeploymentSpec`; empty for the anonymous structs of custom resources
    public static Schema struct(String typeName, Merge merge, Supplier<List<Field>> fields) {
        return new Schema(Shape.STRUCT, typeName, "", merge, null, new Members(fields), false, false);
    }

    public static Schema list(Schema element, Merge merge) {
        return new Schema(Shape.LIST, "", "", merge, element, null, false, false);
    }

    public static Schema map(Schema value, Merge merge) {
        return new Schema(Shape.MAP, "", "", merge, value, null, false, false);
    }

    /// Everything without parts.
    public static Schema scalar(Shape shape) {
        return scalar(shape, "", "");
    }

    /// @param typeName of scalars that have a name of their own, such as `api.resource.Quantity`; else empty
    /// @param format OpenAPI's: `int32`, `int64`, `double`; else empty
    public static Schema scalar(Shape shape, String typeName, String format) {
        if (shape == Shape.STRUCT || shape == Shape.LIST || shape == Shape.MAP) {
            throw new IllegalArgumentException("shape: " + shape + " (expected: one without parts)");
        }
        return new Schema(shape, typeName, format, Merge.ATOMIC, null, null, shape == Shape.ANY, false);
    }

    /// The same shape under another rule.
    public Schema with(Merge newMerge) {
        return newMerge.equals(merge)
                ? this
                : new Schema(shape, typeName, format, newMerge, element, members, keepsUnknown, tolerant);
    }

    /// The same struct, which keeps fields that it does not know instead of dropping them.
    public Schema keepingUnknown() {
        return new Schema(shape, typeName, format, merge, element, members, true, tolerant);
    }

    /// The same shape, in which a value of the wrong type and a null may stand: whoever validates refuses them, in
    /// words
    /// of its own. So it is in all of a custom resource but its metadata.
    public Schema tolerating() {
        return new Schema(shape, typeName, format, merge, element, members, keepsUnknown, true);
    }

    public Shape shape() {
        return shape;
    }

    /// The name of the type, or empty if it has none.
    public String typeName() {
        return typeName;
    }

    public String format() {
        return format;
    }

    public Merge merge() {
        return merge;
    }

    public boolean keepsUnknown() {
        return keepsUnknown;
    }

    public boolean tolerant() {
        return tolerant;
    }

    /// The field of a struct; null if it has no such field, or if this is no struct.
    public @Nullable Field field(String name) {
        return members == null ? null : members.find(name);
    }

    /// The fields of a struct in order; none for all other shapes.
    public Collection<Field> fields() {
        return members == null ? List.of() : members.all();
    }

    /// The fields of a struct that appear whatever its author wrote, in order.
    Collection<Field> appearing() {
        return members == null ? List.of() : members.appearing();
    }

    /// What a list or a map holds.
    public Schema element() {
        if (element == null) {
            throw new IllegalStateException("shape: " + shape + " (expected: LIST or MAP)");
        }
        return element;
    }

    /// Where a path of field names leads, lists and maps left out: `spec`, `containers`, `image`.
    public @Nullable Schema at(String... path) {
        Schema schema = this;
        for (String name : path) {
            while (schema.element != null) {
                schema = schema.element;
            }
            Field field = schema.field(name);
            if (field == null) {
                return null;
            }
            schema = field.schema();
        }
        return schema;
    }

    @Override
    public String toString() {
        return switch (shape) {
            case LIST -> "[]" + element;
            case MAP -> "map[]" + element;
            default -> typeName.isEmpty() ? shape.name() : typeName;
        };
    }

    /// The fields of one struct, shared by all schemas that differ only in their rule.
    private static final class Members {
        private final Supplier<List<Field>> source;
        private volatile @Nullable List<Field> all;
        private volatile @Nullable Field @Nullable [] places;
        private volatile @Nullable List<Field> appearing;

        Members(Supplier<List<Field>> source) {
            this.source = source;
        }

        /// Two threads may both load; they get equal fields and one of the two stays.
        List<Field> all() {
            List<Field> known = all;
            if (known == null) {
                known = List.copyOf(source.get());
                all = known;
            }
            return known;
        }

        /// Fields are looked up more often than anything else: from the name's hash to the field without a step
        /// between.
        @Nullable
        Field find(String name) {
            @Nullable Field[] table = places;
            if (table == null) {
                table = placed(all());
                places = table;
            }
            for (int place = hash(name); ; place++) {
                Field field = table[place & (table.length - 1)];
                if (field == null || field.name().equals(name)) {
                    return field;
                }
            }
        }

        private static @Nullable Field[] placed(List<Field> fields) {
            @Nullable Field[] table = new Field[Integer.highestOneBit(2 * fields.size() + 1) * 2];
            for (Field field : fields) {
                int place = hash(field.name());
                while (table[place & (table.length - 1)] != null) {
                    place++;
                }
                table[place & (table.length - 1)] = field;
            }
            return table;
        }

        private static int hash(String name) {
            int hash = name.hashCode();
            return hash ^ (hash >>> 16);
        }

        List<Field> appearing() {
            List<Field> known = appearing;
            if (known == null) {
                known = all().stream()
                        .filter(field -> field.presence() == Presence.ALWAYS || field.presence() == Presence.OR_NULL)
                        .toList();
                appearing = known;
            }
            return known;
        }
    }
}
