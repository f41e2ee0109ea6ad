package dev.setpoint.machinery.schema;

import dev.setpoint.machinery.json.GoText;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Brings a decoded tree into the shape of its schema, in place: fields that the schema does not know and nulls are
/// dropped, a value of the wrong type is refused with the sentence that clients know from Kubernetes, and quantities,
/// times and bytes get their canonical form.
///
///     {"metadata":{"name":"a","extra":1},"data":null}   cast to ConfigMap
///     {"metadata":{"name":"a"}}                         unknown: metadata.extra
public final class Cast {
    private final List<String> unknown;
    private final boolean canonical;
    /// Where the value at hand stands: names, or the empty text where `indexes` has the position in a list. It becomes
    /// text only when something is wrong.
    private String[] steps = new String[16];
    private int[] indexes = new int[16];
    private int depth;

    private Cast(List<String> unknown, boolean canonical) {
        this.unknown = unknown;
        this.canonical = canonical;
    }

    /// @param unknown receives the paths of dropped fields, in document order
    /// @throws WrongTypeException when a value cannot stand where it stands
    public static void cast(JsonObject object, Schema schema, List<String> unknown) {
        new Cast(unknown, false).struct(object, schema);
    }

    /// Casts, and makes [Canonical], in one walk.
    public static void canonical(JsonObject object, Schema schema, List<String> unknown) {
        new Cast(unknown, true).struct(object, schema);
    }

    private void struct(JsonObject object, Schema schema) {
        object.change((name, value) -> {
            enter(name, 0);
            Field field = schema.field(name);
            JsonValue cast = field == null ? unknown(value, schema) : known(value, field.schema(), schema);
            depth--;
            return cast != null && canonical && field != null && Canonical.isNothing(cast, field) ? null : cast;
        });
        if (canonical) {
            Canonical.appear(object, schema);
        }
    }

    private @Nullable JsonValue unknown(JsonValue value, Schema schema) {
        if (schema.keepsUnknown()) {
            return value;
        }
        unknown.add(path(true));
        return null;
    }

    private @Nullable JsonValue known(JsonValue value, Schema schema, Schema holder) {
        boolean nothing = value == JsonValue.JsonNull.NULL && schema.shape() != Shape.ANY && !schema.tolerant();
        return nothing ? null : value(value, schema, holder);
    }

    /// The value itself, or the form in which Kubernetes writes it back. What is still text has that form: it was cast
    /// before it was written.
    private JsonValue value(JsonValue value, Schema schema, Schema holder) {
        if (schema.tolerant() && !isContainer(value, schema)) {
            return value;
        }
        switch (schema.shape()) {
            case STRUCT -> {
                if (!(value instanceof JsonObject object)) {
                    throw wrong(value, schema, holder);
                }
                if (object.unread() == null) {
                    struct(object, schema);
                }
            }
            case MAP -> {
                if (!(value instanceof JsonObject object)) {
                    throw wrong(value, schema, holder);
                }
                if (object.unread() == null) {
                    map(object, schema, holder);
                }
            }
            case LIST -> {
                if (!(value instanceof JsonArray array)) {
                    throw wrong(value, schema, holder);
                }
                if (array.unread() == null) {
                    list(array, schema, holder);
                }
            }
            case BOOLEAN -> require(value instanceof JsonValue.JsonBoolean, value, schema, holder);
            case INTEGER -> require(isInteger(value, schema), value, schema, holder);
            case DECIMAL -> require(isNumber(value), value, schema, holder);
            case INT_OR_STRING ->
                require(value instanceof JsonValue.JsonString || isNumber(value), value, schema, holder);
            case QUANTITY -> {
                require(value instanceof JsonValue.JsonString || isNumber(value), value, schema, holder);
                return Scalars.quantity(value);
            }
            case TEXT, BYTES, TIME, MICRO_TIME -> {
                return text(value, schema, holder);
            }
            case ANY -> {}
        }
        return value;
    }

    /// Whether there is anything in the value that the schema could say more about.
    private static boolean isContainer(JsonValue value, Schema schema) {
        return switch (schema.shape()) {
            case STRUCT, MAP -> value instanceof JsonObject;
            case LIST -> value instanceof JsonArray;
            default -> false;
        };
    }

    private JsonValue text(JsonValue value, Schema schema, Schema holder) {
        if (!(value instanceof JsonValue.JsonString text)) {
            throw wrong(value, schema, holder);
        }
        return switch (schema.shape()) {
            case BYTES -> Scalars.bytes(text);
            case TIME, MICRO_TIME -> Scalars.time(text, schema.shape());
            default -> text;
        };
    }

    private static boolean isInteger(JsonValue value, Schema schema) {
        return value instanceof JsonValue.JsonInteger(long number)
                && (!schema.format().equals("int32") || number == (int) number);
    }

    private void map(JsonObject object, Schema schema, Schema holder) {
        for (Map.Entry<String, JsonValue> entry : object.entries()) {
            if (entry.getValue() == JsonValue.JsonNull.NULL && !schema.tolerant()) {
                entry.setValue(zero(schema.element()));
            } else {
                entry.setValue(value(entry.getValue(), schema.element(), holder));
            }
        }
    }

    private void list(JsonArray array, Schema schema, Schema holder) {
        for (int i = 0; i < array.size(); i++) {
            if (array.get(i) == JsonValue.JsonNull.NULL && !schema.tolerant()) {
                array.set(i, zero(schema.element()));
            } else {
                enter("", i);
                array.set(i, value(array.get(i), schema.element(), holder));
                depth--;
            }
        }
    }

    /// What Go makes of a null inside a map or a list.
    private static JsonValue zero(Schema schema) {
        return switch (schema.shape()) {
            case STRUCT -> new JsonObject();
            case MAP, LIST, ANY, TIME, MICRO_TIME -> JsonValue.JsonNull.NULL;
            case TEXT, BYTES -> JsonValue.of("");
            case BOOLEAN -> JsonValue.of(false);
            case INTEGER, DECIMAL, INT_OR_STRING -> JsonValue.of(0);
            case QUANTITY -> JsonValue.of("0");
        };
    }

    private static boolean isNumber(JsonValue value) {
        return value instanceof JsonValue.JsonInteger || value instanceof JsonValue.JsonDecimal;
    }

    private void require(boolean fits, JsonValue value, Schema schema, Schema holder) {
        if (!fits) {
            throw wrong(value, schema, holder);
        }
    }

    private void enter(String name, int index) {
        if (depth == steps.length) {
            steps = Arrays.copyOf(steps, 2 * depth);
            indexes = Arrays.copyOf(indexes, 2 * depth);
        }
        steps[depth] = name;
        indexes[depth++] = index;
    }

    /// @param positions whether positions in lists are shown: `spec.ports[0].name` or `spec.ports.name`
    private String path(boolean positions) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            if (!steps[i].isEmpty()) {
                path.append(path.isEmpty() ? "" : ".").append(steps[i]);
            } else if (positions) {
                path.append('[').append(indexes[i]).append(']');
            }
        }
        return path.toString();
    }

    private WrongTypeException wrong(JsonValue value, Schema schema, Schema holder) {
        String type = holder.typeName().substring(holder.typeName().lastIndexOf('.') + 1);
        return new WrongTypeException(
                "json: cannot unmarshal " + word(value, schema) + " into Go struct field " + type + "." + path(false)
                        + " of type " + goType(schema),
                restoring(value, schema));
    }

    private static String restoring(JsonValue value, Schema schema) {
        String from = GoText.typeName(value);
        String kind = from.startsWith("map") ? "map" : from.startsWith("[]") ? "slice" : from;
        boolean numberToText = kind.equals("int64") || kind.equals("float64");
        return switch (schema.shape()) {
            case STRUCT -> "cannot restore struct from: " + kind;
            case MAP -> "cannot restore map from " + kind;
            case LIST -> "cannot restore slice from " + kind;
            default ->
                numberToText
                        ? "cannot convert " + kind + " to " + goType(schema)
                        : "unrecognized type: " + goType(schema);
        };
    }

    /// A number that does not fit where a number belongs is quoted.
    private static String word(JsonValue value, Schema schema) {
        return switch (value) {
            case JsonObject _ -> "object";
            case JsonArray _ -> "array";
            case JsonValue.JsonString _ -> "string";
            case JsonValue.JsonInteger _, JsonValue.JsonDecimal _ ->
                schema.shape() == Shape.INTEGER ? "number " + value : "number";
            case JsonValue.JsonBoolean _ -> "bool";
            case JsonValue.JsonNull _ -> "null";
        };
    }

    private static String goType(Schema schema) {
        return switch (schema.shape()) {
            case STRUCT -> goName(schema.typeName());
            case MAP -> "map[string]" + goType(schema.element());
            case LIST -> "[]" + goType(schema.element());
            case TEXT -> "string";
            case BYTES -> "[]uint8";
            case TIME, MICRO_TIME -> "string";
            case INTEGER -> schema.format().isEmpty() ? "int32" : schema.format();
            case DECIMAL -> "float64";
            case BOOLEAN -> "bool";
            case QUANTITY -> "resource.Quantity";
            case INT_OR_STRING -> "intstr.IntOrString";
            case ANY -> "interface {}";
        };
    }

    /// `core.v1.PodSpec` is `v1.PodSpec` in Go's words.
    private static String goName(String typeName) {
        return typeName.substring(typeName.indexOf('.') + 1);
    }
}
