package dev.setpoint.machinery.json;

/// Any JSON value. Exhaustive `switch` over the shapes replaces casts. As text, every value is its compact JSON.
public sealed interface JsonValue
        permits JsonObject,
                JsonArray,
                JsonValue.JsonString,
                JsonValue.JsonInteger,
                JsonValue.JsonDecimal,
                JsonValue.JsonBoolean,
                JsonValue.JsonNull {
    /// A deep copy; scalars return themselves.
    JsonValue copy();

    /// The same value; or, if it is text that nobody has looked into yet, another of that text, so that to look into
    /// it leaves this one as it is.
    default JsonValue again() {
        return this;
    }

    record JsonString(String value) implements JsonValue {
        @Override
        public JsonValue copy() {
            return this;
        }

        @Override
        public String toString() {
            return JsonWriter.text(this);
        }
    }

    /// A whole number that fits 64 bits, as Kubernetes decodes integers.
    record JsonInteger(long value) implements JsonValue {
        @Override
        public JsonValue copy() {
            return this;
        }

        @Override
        public String toString() {
            return JsonWriter.text(this);
        }
    }

    /// Every other number.
    record JsonDecimal(double value) implements JsonValue {
        @Override
        public JsonValue copy() {
            return this;
        }

        @Override
        public String toString() {
            return JsonWriter.text(this);
        }
    }

    enum JsonBoolean implements JsonValue {
        FALSE,
        TRUE;

        public static JsonBoolean of(boolean value) {
            return value ? TRUE : FALSE;
        }

        public boolean value() {
            return this == TRUE;
        }

        @Override
        public JsonValue copy() {
            return this;
        }

        @Override
        public String toString() {
            return JsonWriter.text(this);
        }
    }

    enum JsonNull implements JsonValue {
        NULL;

        @Override
        public JsonValue copy() {
            return this;
        }

        @Override
        public String toString() {
            return JsonWriter.text(this);
        }
    }

    static JsonValue of(String value) {
        return new JsonString(value);
    }

    static JsonValue of(long value) {
        return new JsonInteger(value);
    }

    static JsonValue of(boolean value) {
        return JsonBoolean.of(value);
    }
}
