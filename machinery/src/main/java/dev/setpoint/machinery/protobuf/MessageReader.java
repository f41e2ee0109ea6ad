package dev.setpoint.machinery.protobuf;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.machinery.protobuf.Message.WireType;
import dev.setpoint.machinery.protobuf.MessageTable.Layout;
import dev.setpoint.machinery.protobuf.MessageTable.Slot;
import dev.setpoint.machinery.time.Timestamps;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Decodes messages by their layouts. Fields that a layout does not know are passed over, as protobuf wants it.
final class MessageReader {
    /// As deep as JSON may nest.
    private static final int MAX_DEPTH = 500;
    /// The last second of the year 9999: RFC 3339 has four digits for the year.
    private static final long LAST_SECOND = 253_402_300_799L;

    private static final long FIRST_SECOND = -62_135_596_800L;

    private final MessageTable table;

    MessageReader(MessageTable table) {
        this.table = table;
    }

    /// Reads fields into the object. A field that comes twice wins the second time, or is merged if it is an object.
    void readInto(JsonObject object, WireReader in, Layout layout, int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedProtobufException("exceeded max depth");
        }
        while (in.hasNext()) {
            int tag = in.tag();
            int wireType = tag & 7;
            switch (layout.slot(tag >>> 3)) {
                case null -> in.skip(wireType);
                case Slot.Embedded(Layout embedded) -> {
                    require(wireType, WireReader.LENGTH);
                    readInto(object, in.part(), embedded, depth + 1);
                }
                case Slot.Plain slot -> readField(object, slot, wireType, in, depth);
            }
        }
    }

    private void readField(JsonObject object, Slot.Plain slot, int wireType, WireReader in, int depth) {
        switch (slot.arity()) {
            case ONE -> {
                require(wireType, expected(slot.type()));
                if (slot.type() == WireType.MESSAGE && object.get(slot.name()) instanceof JsonObject known) {
                    merge(known, slot.message(), in.part(), depth + 1);
                } else {
                    object.put(slot.name(), value(slot, in, depth));
                }
            }
            case MANY -> {
                JsonArray array = object.array(slot.name());
                if (array == null) {
                    array = new JsonArray();
                    object.put(slot.name(), array);
                }
                readElements(array, slot, wireType, in, depth);
            }
            case MAP -> {
                require(wireType, WireReader.LENGTH);
                readEntry(object.child(slot.name()), slot, in.part(), depth);
            }
        }
    }

    private void merge(JsonObject known, int message, WireReader in, int depth) {
        Layout layout = table.layout(message);
        if (layout.coding() != Coding.STRUCT) {
            throw new MalformedProtobufException("a value that cannot be merged comes twice");
        }
        readInto(known, in, layout, depth);
    }

    /// One element, or several numbers packed into one field.
    private void readElements(JsonArray array, Slot.Plain slot, int wireType, WireReader in, int depth) {
        if (wireType == WireReader.LENGTH && expected(slot.type()) != WireReader.LENGTH) {
            WireReader packed = in.part();
            while (packed.hasNext()) {
                array.add(value(slot, packed, depth));
            }
        } else {
            require(wireType, expected(slot.type()));
            array.add(value(slot, in, depth));
        }
    }

    /// A map is a list of messages with the key as field 1 and the value as field 2, either of which may be left out.
    private void readEntry(JsonObject map, Slot.Plain slot, WireReader entry, int depth) {
        String key = "";
        JsonValue value = null;
        while (entry.hasNext()) {
            int tag = entry.tag();
            int wireType = tag & 7;
            switch (tag >>> 3) {
                case 1 -> {
                    require(wireType, WireReader.LENGTH);
                    key = entry.text();
                }
                case 2 -> {
                    require(wireType, expected(slot.type()));
                    value = value(slot, entry, depth);
                }
                default -> entry.skip(wireType);
            }
        }
        map.put(key, value != null ? value : value(slot, absent(slot.type()), depth));
    }

    /// The bytes of a value that was left out because it is empty: no length, or a zero.
    private static WireReader absent(WireType type) {
        return new WireReader(new byte[Double.BYTES], 0, type == WireType.DOUBLE ? Double.BYTES : 1);
    }

    private JsonValue value(Slot.Plain slot, WireReader in, int depth) {
        return switch (slot.type()) {
            case TEXT -> JsonValue.of(in.text());
            case BYTES -> JsonValue.of(Base64.getEncoder().encodeToString(in.bytes()));
            case INTEGER -> JsonValue.of(in.varint());
            case BOOLEAN -> JsonValue.of(in.varint() != 0);
            case DOUBLE -> number(in.fixed64());
            case JSON -> json(in.bytes());
            case MESSAGE -> message(in.part(), table.layout(slot.message()), depth + 1);
        };
    }

    private static JsonValue number(double number) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new MalformedProtobufException(number + " is no JSON number");
        }
        return number == Math.rint(number) && Math.abs(number) < 1L << 53
                ? JsonValue.of((long) number)
                : new JsonValue.JsonDecimal(number);
    }

    private JsonValue message(WireReader in, Layout layout, int depth) {
        JsonObject object = new JsonObject();
        boolean empty = !in.hasNext();
        readInto(object, in, layout, depth);
        return switch (layout.coding()) {
            case STRUCT -> object;
            case TIME -> empty ? JsonValue.JsonNull.NULL : JsonValue.of(Timestamps.seconds(instant(object)));
            case MICRO_TIME -> empty ? JsonValue.JsonNull.NULL : JsonValue.of(Timestamps.micros(instant(object)));
            case QUANTITY -> JsonValue.of(object.textOr("string", "0"));
            case INT_OR_STRING ->
                object.integerOr("type", 0) == 0
                        ? JsonValue.of(object.integerOr("intVal", 0))
                        : JsonValue.of(object.textOr("strVal", ""));
            case JSON -> orNull(object.get("raw"));
            case TEXTS -> orNull(object.get("items"));
            case SCHEMA_OR_BOOLEAN ->
                object.has("schema") ? orNull(object.get("schema")) : JsonValue.of(object.booleanOr("allows", false));
            case SCHEMA_OR_SCHEMAS, SCHEMA_OR_TEXTS ->
                object.has("list") ? orNull(object.get("list")) : orNull(object.get("schema"));
        };
    }

    private static JsonValue orNull(@Nullable JsonValue value) {
        return value == null ? JsonValue.JsonNull.NULL : value;
    }

    private static Instant instant(JsonObject time) {
        long seconds = time.integerOr("seconds", 0);
        try {
            if (seconds >= FIRST_SECOND && seconds <= LAST_SECOND) {
                return Instant.ofEpochSecond(seconds, time.integerOr("nanos", 0));
            }
        } catch (DateTimeException | ArithmeticException e) {
            throw new MalformedProtobufException("illegal time: " + e.getMessage());
        }
        throw new MalformedProtobufException("illegal time: " + seconds + " s");
    }

    private static JsonValue json(byte[] raw) {
        try {
            return raw.length == 0 ? JsonValue.JsonNull.NULL : JsonReader.value(raw);
        } catch (MalformedJsonException e) {
            throw new MalformedProtobufException("raw JSON: " + e.getMessage());
        }
    }

    private static int expected(WireType type) {
        return switch (type) {
            case TEXT, BYTES, JSON, MESSAGE -> WireReader.LENGTH;
            case INTEGER, BOOLEAN -> WireReader.VARINT;
            case DOUBLE -> WireReader.FIXED_64;
        };
    }

    private static void require(int wireType, int expected) {
        if (wireType != expected) {
            throw new MalformedProtobufException("wrong wireType = " + wireType + " (expected: " + expected + ")");
        }
    }
}
