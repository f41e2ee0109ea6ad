package dev.setpoint.expressions;

import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What an expression knows of a value before it is evaluated.
public final class ValueType {
    public static final ValueType ANY = new ValueType(SimpleType.DYN, Map.of());
    public static final ValueType TEXT = new ValueType(SimpleType.STRING, Map.of());
    public static final ValueType INTEGER = new ValueType(SimpleType.INT, Map.of());
    public static final ValueType DECIMAL = new ValueType(SimpleType.DOUBLE, Map.of());
    public static final ValueType BOOLEAN = new ValueType(SimpleType.BOOL, Map.of());
    public static final ValueType BYTES = new ValueType(SimpleType.BYTES, Map.of());
    public static final ValueType TIMESTAMP = new ValueType(SimpleType.TIMESTAMP, Map.of());
    public static final ValueType DURATION = new ValueType(SimpleType.DURATION, Map.of());

    private final CelType type;
    private final Map<String, StructType> structs;

    private ValueType(CelType type, Map<String, StructType> structs) {
        this.type = type;
        this.structs = structs;
    }

    public static ValueType list(ValueType element) {
        return new ValueType(ListType.create(element.type), element.structs);
    }

    /// Keys are texts.
    public static ValueType map(ValueType value) {
        return new ValueType(MapType.create(SimpleType.STRING, value.type), value.structs);
    }

    public static ValueType optional(ValueType value) {
        return new ValueType(OptionalType.create(value.type), value.structs);
    }

    /// An object with known fields; to name any other is a mistake that compiling finds. Its values are maps.
    ///
    /// @param name tells objects with different fields apart
    public static ValueType object(String name, Map<String, ValueType> fields) {
        Map<String, StructType> structs = new LinkedHashMap<>();
        fields.values().forEach(field -> structs.putAll(field.structs));
        ImmutableMap.Builder<String, CelType> types = ImmutableMap.builder();
        fields.forEach((field, type) -> types.put(field, type.type));
        ImmutableMap<String, CelType> known = types.buildOrThrow();
        StructType struct = StructType.create(name, known.keySet(), field -> Optional.ofNullable(known.get(field)));
        structs.put(name, struct);
        return new ValueType(struct, structs);
    }

    CelType type() {
        return type;
    }

    /// Every object type in it, by name.
    Map<String, StructType> structs() {
        return structs;
    }

    @Override
    public String toString() {
        return type.name();
    }
}
