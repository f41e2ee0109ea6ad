package dev.setpoint.machinery.protobuf;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.protobuf.MessageTable.Layout;
import dev.setpoint.machinery.protobuf.MessageTable.Slot;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;
import java.util.Base64;

/// Encodes trees by the layouts of messages: the way back from [MessageReader].
final class MessageWriter {
    // The fields of the messages that have a JSON form of their own.
    private static final int SECONDS = 1;
    private static final int NANOS = 2;
    private static final int INT_OR_STRING_TYPE = 1;
    private static final int INT_VALUE = 2;
    private static final int TEXT_VALUE = 3;
    private static final int FIRST = 1;
    private static final int SECOND = 2;

    private final MessageTable table;

    MessageWriter(MessageTable table) {
        this.table = table;
    }

    byte[] struct(JsonObject object, Layout layout) {
        WireWriter out = new WireWriter();
        for (int number = 1; number < layout.slots().length; number++) {
            switch (layout.slot(number)) {
                case null -> {}
                case Slot.Embedded(Layout embedded) -> out.field(number, struct(object, embedded));
                case Slot.Plain slot -> {
                    JsonValue value = object.get(slot.name());
                    if (value != null && value != JsonValue.JsonNull.NULL) {
                        field(number, slot, value, out);
                    }
                }
            }
        }
        return out.bytes();
    }

    private void field(int number, Slot.Plain slot, JsonValue value, WireWriter out) {
        switch (slot.arity()) {
            case ONE -> single(number, slot, value, out);
            case MANY -> {
                if (value instanceof JsonArray array) {
                    array.forEach(element -> single(number, slot, element, out));
                }
            }
            case MAP -> {
                if (value instanceof JsonObject map) {
                    map.forEach((key, each) -> {
                        WireWriter entry = new WireWriter().field(FIRST, key);
                        single(SECOND, slot, each, entry);
                        out.field(number, entry.bytes());
                    });
                }
            }
        }
    }

    private void single(int number, Slot.Plain slot, JsonValue value, WireWriter out) {
        switch (slot.type()) {
            case TEXT -> out.field(number, text(value));
            case BYTES -> out.field(number, Base64.getDecoder().decode(text(value)));
            case INTEGER -> out.tag(number, WireReader.VARINT).varint(integer(value));
            case BOOLEAN -> out.tag(number, WireReader.VARINT).varint(isTrue(value) ? 1 : 0);
            case DOUBLE -> out.tag(number, WireReader.FIXED_64).fixed64(decimal(value));
            case JSON -> out.field(number, JsonWriter.bytes(value));
            case MESSAGE -> out.field(number, message(value, table.layout(slot.message())));
        }
    }

    private byte[] message(JsonValue value, Layout layout) {
        return switch (layout.coding()) {
            case STRUCT -> value instanceof JsonObject object ? struct(object, layout) : new byte[0];
            case TIME, MICRO_TIME -> time(value);
            case QUANTITY -> new WireWriter().field(FIRST, text(value)).bytes();
            case INT_OR_STRING -> intOrString(value);
            case JSON -> new WireWriter().field(FIRST, JsonWriter.bytes(value)).bytes();
            case TEXTS -> struct(new JsonObject().put("items", value), layout);
            case SCHEMA_OR_BOOLEAN ->
                value instanceof JsonObject
                        ? struct(new JsonObject().put("allows", true).put("schema", value), layout)
                        : struct(new JsonObject().put("allows", value), layout);
            case SCHEMA_OR_SCHEMAS, SCHEMA_OR_TEXTS ->
                struct(new JsonObject().put(value instanceof JsonArray ? "list" : "schema", value), layout);
        };
    }

    private static byte[] time(JsonValue value) {
        Instant instant = Timestamps.parse(text(value)).orElse(null);
        if (instant == null) {
            return new byte[0];
        }
        return new WireWriter()
                .tag(SECONDS, WireReader.VARINT)
                .varint(instant.getEpochSecond())
                .tag(NANOS, WireReader.VARINT)
                .varint(instant.getNano())
                .bytes();
    }

    private static byte[] intOrString(JsonValue value) {
        boolean number = value instanceof JsonValue.JsonInteger;
        return new WireWriter()
                .tag(INT_OR_STRING_TYPE, WireReader.VARINT)
                .varint(number ? 0 : 1)
                .tag(INT_VALUE, WireReader.VARINT)
                .varint(number ? integer(value) : 0)
                .field(TEXT_VALUE, number ? "" : text(value))
                .bytes();
    }

    private static String text(JsonValue value) {
        return value instanceof JsonValue.JsonString(String text) ? text : value.toString();
    }

    private static long integer(JsonValue value) {
        return value instanceof JsonValue.JsonInteger(long number) ? number : 0;
    }

    private static double decimal(JsonValue value) {
        return switch (value) {
            case JsonValue.JsonDecimal(double number) -> number;
            case JsonValue.JsonInteger(long number) -> number;
            default -> 0;
        };
    }

    private static boolean isTrue(JsonValue value) {
        return value instanceof JsonValue.JsonBoolean bool && bool.value();
    }
}
