package dev.setpoint.resources.structural;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Holds a value against its schema, in Kubernetes' words.
///
/// With an old value, whatever has not changed is not looked at: an object that was valid when it was written can
/// still be changed elsewhere after its schema became stricter. Elements of a list have an old value only where keys
/// tell them apart.
public final class SchemaValidation {
    private final String prefix;
    private final List<FieldError> errors = new ArrayList<>(0);

    /// Where the value at hand stands, from the value that is validated.
    private final StringBuilder path = new StringBuilder();

    private SchemaValidation(String prefix) {
        this.prefix = prefix;
    }

    /// @param prefix where the value stands in its object; empty for the object itself. Messages do not show it
    /// @param old null where there is none
    public static List<FieldError> validate(
            String prefix, JsonValue value, Structural schema, @Nullable JsonValue old) {
        SchemaValidation validation = new SchemaValidation(prefix);
        validation.value(value, schema, old);
        return validation.errors;
    }

    private void value(JsonValue value, Structural schema, @Nullable JsonValue old) {
        if (value.equals(old)) {
            return;
        }
        type(value, schema);
        if (value == JsonValue.JsonNull.NULL) {
            choice(value, schema);
            return;
        }
        junctors(value, schema, old);
        ScalarChecks.check(value, schema, this);
        if (value instanceof JsonArray array) {
            array(array, schema, old);
        }
        choice(value, schema);
        if (value instanceof JsonObject object) {
            object(object, schema, old);
        }
    }

    private void type(JsonValue value, Structural schema) {
        String wanted = schema.intOrString() ? "integer,string" : schema.type();
        if (wanted.isEmpty() || (value == JsonValue.JsonNull.NULL && schema.nullable())) {
            return;
        }
        String actual = typeName(value);
        boolean fits = wanted.equals(actual)
                || (schema.intOrString() && (actual.equals("integer") || actual.equals("string")))
                || (actual.equals("integer") && wanted.equals("number"))
                || (wanted.startsWith("integer")
                        && value instanceof JsonValue.JsonDecimal(double number)
                        && number == Math.rint(number)
                        && !Double.isInfinite(number));
        if (!fits) {
            add(FieldError.typeInvalid(
                    field(), '"' + actual + '"', path + " in body must be of type " + wanted + ": \"" + actual + '"'));
        }
    }

    private static String typeName(JsonValue value) {
        return switch (value) {
            case JsonObject _ -> "object";
            case JsonArray _ -> "array";
            case JsonValue.JsonString _ -> "string";
            case JsonValue.JsonInteger _ -> "integer";
            case JsonValue.JsonDecimal _ -> "number";
            case JsonValue.JsonBoolean _ -> "boolean";
            case JsonValue.JsonNull _ -> "null";
        };
    }

    private void junctors(JsonValue value, Structural schema, @Nullable JsonValue old) {
        if (!schema.anyOf().isEmpty()) {
            Tried tried = tryAll(value, schema.anyOf(), old);
            if (tried.valid() == 0) {
                junctor("must validate at least one schema (anyOf)");
                tried.closest().forEach(this::add);
            }
        }
        if (!schema.oneOf().isEmpty()) {
            Tried tried = tryAll(value, schema.oneOf(), old);
            if (tried.valid() == 0) {
                junctor("must validate one and only one schema (oneOf). Found none valid");
                tried.closest().forEach(this::add);
            } else if (tried.valid() > 1) {
                junctor("must validate one and only one schema (oneOf). Found " + tried.valid()
                        + " valid alternatives");
            }
        }
        int failed = 0;
        for (Structural each : schema.allOf()) {
            List<FieldError> found = attempt(value, each, old);
            found.forEach(this::add);
            failed += found.isEmpty() ? 0 : 1;
        }
        if (failed > 0) {
            junctor("must validate all the schemas (allOf)"
                    + (failed == schema.allOf().size() ? ". None validated" : ""));
        }
        if (schema.not() != null && attempt(value, schema.not(), old).isEmpty()) {
            junctor("must not validate the schema (not)");
        }
    }

    /// @param closest the errors of the alternative that came nearest
    private record Tried(int valid, List<FieldError> closest) {}

    private Tried tryAll(JsonValue value, List<Structural> alternatives, @Nullable JsonValue old) {
        int valid = 0;
        List<FieldError> closest = List.of();
        for (Structural alternative : alternatives) {
            List<FieldError> found = attempt(value, alternative, old);
            if (found.isEmpty()) {
                valid++;
            } else if (closest.isEmpty() || found.size() < closest.size()) {
                closest = found;
            }
        }
        return new Tried(valid, closest);
    }

    private List<FieldError> attempt(JsonValue value, Structural schema, @Nullable JsonValue old) {
        SchemaValidation attempt = new SchemaValidation(prefix);
        attempt.path.append(path);
        attempt.value(value, schema, old);
        return attempt.errors;
    }

    /// Such errors blame no field.
    private void junctor(String what) {
        add(FieldError.invalid(prefix.isEmpty() ? "<nil>" : prefix, "\"\"", '"' + path.toString() + "\" " + what));
    }

    private void array(JsonArray array, Structural schema, @Nullable JsonValue old) {
        ValueLimits limits = schema.limits();
        int size = array.size();
        if (limits.minItems() != null && size < limits.minItems()) {
            add(FieldError.invalid(
                    field(),
                    Integer.toString(size),
                    path + " in body should have at least " + limits.minItems() + " items"));
        }
        if (limits.maxItems() != null && size > limits.maxItems()) {
            tooMany(size, limits.maxItems());
        }
        Structural items = schema.items();
        if (items == null) {
            return;
        }
        KeyedElements before = KeyedElements.of(schema, old);
        int length = path.length();
        for (int i = 0; i < size; i++) {
            path.append('[').append(i).append(']');
            value(array.get(i), items, before.find(array.get(i)));
            path.setLength(length);
        }
    }

    private void object(JsonObject object, Structural schema, @Nullable JsonValue old) {
        ValueLimits limits = schema.limits();
        if (limits.minProperties() != null && object.size() < limits.minProperties()) {
            add(FieldError.invalid(
                    field(),
                    Integer.toString(object.size()),
                    path + " in body should have at least " + limits.minProperties() + " properties"));
        }
        if (limits.maxProperties() != null && object.size() > limits.maxProperties()) {
            tooMany(object.size(), limits.maxProperties());
        }
        for (String name : schema.required()) {
            if (!object.has(name)) {
                int length = enter(name);
                add(FieldError.required(field(), ""));
                path.setLength(length);
            }
        }
        JsonObject before = old instanceof JsonObject was ? was : null;
        for (Map.Entry<String, JsonValue> entry : object.entries()) {
            Structural below = schema.below(entry.getKey());
            if (below != null) {
                int length = enter(entry.getKey());
                value(entry.getValue(), below, before == null ? null : before.get(entry.getKey()));
                path.setLength(length);
            }
        }
    }

    private void choice(JsonValue value, Structural schema) {
        List<JsonValue> choices = schema.limits().choices();
        if (choices.isEmpty() || choices.contains(value)) {
            return;
        }
        List<String> shown = new ArrayList<>(choices.size());
        choices.forEach(each ->
                shown.add('"' + (each instanceof JsonValue.JsonString(String text) ? text : each.toString()) + '"'));
        add(new FieldError(
                "FieldValueNotSupported",
                field(),
                "Unsupported value: " + Values.shown(value) + ": supported values: " + String.join(", ", shown)));
    }

    private void tooMany(int actual, long most) {
        add(new FieldError(
                "FieldValueTooMany", field(), "Too many: " + actual + ": must have at most " + most + " items"));
    }

    void add(FieldError error) {
        errors.add(error);
    }

    /// The path as messages show it.
    String name() {
        return path.toString();
    }

    /// The path from the root of the object.
    String field() {
        if (path.isEmpty()) {
            return prefix.isEmpty() ? "<nil>" : prefix;
        }
        boolean bare = prefix.isEmpty() || path.charAt(0) == '[';
        return bare ? prefix + path : prefix + '.' + path;
    }

    private int enter(String name) {
        int length = path.length();
        if (length > 0) {
            path.append('.');
        }
        path.append(name);
        return length;
    }
}
