package dev.setpoint.machinery.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.compact.CompactTable;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.protobuf.Message.Arity;
import dev.setpoint.machinery.protobuf.Message.MessageField;
import dev.setpoint.machinery.protobuf.Message.WireType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtobufDecoderTest {
    private static final GroupVersionKind THING = new GroupVersionKind("example.com", "v1", "Thing");
    private static final ProtobufDecoder DECODER = new ProtobufDecoder(table(), GroupVersionKind::kind);

    @Test
    void readsScalars() {
        assertThat(decode(text(1, "gr\u00fc\u00df"), varint(2, -7), varint(3, 1), bytes(4, 0xca, 0xfe), fixed(5, 0.5)))
                .isEqualTo(json("{'name':'gr\u00fc\u00df','count':-7,'on':true,'data':'yv4=','ratio':0.5}"));
        assertThat(decode(fixed(5, 3))).isEqualTo(json("{'ratio':3}"));
    }

    @Test
    void readsListsPackedOrNot() {
        assertThat(decode(varint(6, 1), varint(6, 2), bytes(6, 3, 0xac, 0x02)))
                .isEqualTo(json("{'numbers':[1,2,3,300]}"));
        assertThat(decode(text(7, "a"), text(7, ""))).isEqualTo(json("{'texts':['a','']}"));
    }

    @Test
    void readsMapsWhoseEntriesLeaveThingsOut() {
        assertThat(decode(
                        message(8, text(1, "a"), text(2, "x")),
                        message(8, text(1, "b")),
                        message(8, text(2, "y")),
                        message(9, text(1, "n"))))
                .isEqualTo(json("{'labels':{'a':'x','b':'','':'y'},'children':{'n':{}}}"));
    }

    @Test
    void showsEmbeddedFieldsAsTheObjectsOwn() {
        assertThat(decode(message(10, text(1, "inside")), text(1, "outside")))
                .isEqualTo(json("{'inner':'inside','name':'outside'}"));
    }

    @Test
    void mergesAMessageThatComesTwice() {
        assertThat(decode(message(11, text(1, "a")), message(11, varint(2, 5)), message(11, text(1, "b"))))
                .isEqualTo(json("{'child':{'name':'b','count':5}}"));
    }

    @Test
    void passesOverWhatItDoesNotKnow() {
        assertThat(decode(
                        text(99, "?"),
                        varint(1000, 5),
                        fixed(98, 1),
                        HexFormat.of().parseHex("b50600000000"),
                        text(1, "a")))
                .isEqualTo(json("{'name':'a'}"));
    }

    @Test
    void givesGoTypesTheirOwnForm() {
        assertThat(decode(message(12, varint(1, 1_588_655_105L)))).isEqualTo(json("{'time':'2020-05-05T05:05:05Z'}"));
        assertThat(decode(message(12))).isEqualTo(json("{'time':null}"));
        assertThat(decode(message(13, varint(1, 1_588_655_105L), varint(2, 1_500))))
                .isEqualTo(json("{'micro':'2020-05-05T05:05:05.000001Z'}"));
        assertThat(decode(message(14, text(1, "500m")))).isEqualTo(json("{'quantity':'500m'}"));
        assertThat(decode(message(14))).isEqualTo(json("{'quantity':'0'}"));
        assertThat(decode(message(15, varint(1, 0), varint(2, 80)))).isEqualTo(json("{'port':80}"));
        assertThat(decode(message(15, varint(1, 1), varint(2, 0), text(3, "http"))))
                .isEqualTo(json("{'port':'http'}"));
        assertThat(decode(message(16, text(1, "{\"f:spec\":{}}")))).isEqualTo(json("{'raw':{'f:spec':{}}}"));
        assertThat(decode(message(16))).isEqualTo(json("{'raw':null}"));
        assertThat(decode(message(17, text(1, "a"), text(1, "b")))).isEqualTo(json("{'extra':['a','b']}"));
    }

    @Test
    void choosesBetweenTheFormsOfASchema() {
        assertThat(decode(message(18, varint(1, 1)))).isEqualTo(json("{'orBoolean':true}"));
        assertThat(decode(message(18))).isEqualTo(json("{'orBoolean':false}"));
        assertThat(decode(message(18, varint(1, 1), message(2, text(1, "s")))))
                .isEqualTo(json("{'orBoolean':{'name':'s'}}"));
        assertThat(decode(message(19, message(1, text(1, "s"))))).isEqualTo(json("{'orList':{'name':'s'}}"));
        assertThat(decode(message(19, message(2, text(1, "s")), message(2))))
                .isEqualTo(json("{'orList':[{'name':'s'},{}]}"));
        assertThat(decode(message(19))).isEqualTo(json("{'orList':null}"));
    }

    @Test
    void takesTheExpectedKindWhereTheBodySaysNone() {
        byte[] body = concat(new byte[] {'k', '8', 's', 0}, message(2, text(1, "a")));

        assertThat(DECODER.decode(body, THING).text("apiVersion")).isEqualTo("example.com/v1");
        assertThat(DECODER.decode(body, THING).text("name")).isEqualTo("a");
    }

    @Test
    void refusesAKindThatItDoesNotKnow() {
        byte[] body = envelope("example.com/v1", "Widget", new byte[0]);

        assertThatThrownBy(() -> DECODER.decode(body, THING))
                .isInstanceOf(MalformedProtobufException.class)
                .hasMessage("no kind \"Widget\" is registered for version \"example.com/v1\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", // nothing
                "6b3873", // no room for the prefix
                "7b7d0000", // JSON
                "6b387300ff", // a number without end
                "6b38730012ff", // a length without end
                "6b38730012050a03", // longer than the body
                "6b387300120b0affffffffffffffff7f00", // a length beyond 32 bits
                "6b387300120100", // field zero
                "6b38730012020b00", // a group
                "6b38730012020800", // a number where a text is due
                "6b3873001204620208ff", // a time without end
                "6b387300120f620d08ffffffffffffffffff0110ff01", // a time before time
                "6b387300120682010358595a", // broken JSON inside
                "6b387300120929000000000000f07f", // infinity
                "6b3873001a04677a6970", // gzip
                "6b3873002a00", // an unknown field of the envelope
            })
    void refusesBrokenBodies(String hex) {
        byte[] body = HexFormat.of().parseHex(hex);

        assertThatThrownBy(() -> DECODER.decode(body, THING)).isInstanceOf(MalformedProtobufException.class);
    }

    @Test
    void refusesEndlessNesting() {
        byte[] nested = new byte[0];
        for (int depth = 0; depth < 600; depth++) {
            nested = message(11, nested);
        }
        byte[] body = envelope("example.com/v1", "Thing", nested);

        assertThatThrownBy(() -> DECODER.decode(body, THING)).hasMessage("exceeded max depth");
    }

    @Test
    void neverFailsInAnyOtherWay() {
        long seed = 20_260_501L;
        Random random = new Random(seed);
        byte[] valid = envelope(
                "example.com/v1",
                "Thing",
                concat(
                        text(1, "name"),
                        message(8, text(1, "a"), text(2, "x")),
                        message(11, varint(2, 5)),
                        fixed(5, 1)));
        for (int i = 0; i < 20_000; i++) {
            byte[] body = valid.clone();
            for (int changes = random.nextInt(3); changes >= 0; changes--) {
                body[4 + random.nextInt(body.length - 4)] = (byte) random.nextInt();
            }
            byte[] cut = Arrays.copyOf(body, 4 + random.nextInt(body.length - 3));
            try {
                assertThat(DECODER.decode(cut, THING)).isNotNull();
            } catch (MalformedProtobufException e) {
                assertThat(e).as("seed %d, round %d", seed, i).hasMessageMatching("(?s).+");
            }
        }
    }

    private static JsonObject decode(byte[]... fields) {
        JsonObject object = DECODER.decode(envelope("example.com/v1", "Thing", concat(fields)), THING);
        object.remove("kind");
        object.remove("apiVersion");
        return object;
    }

    private static MessageTable table() {
        TreeMap<String, Message> messages = new TreeMap<>();
        messages.put("Thing", new Message(Coding.STRUCT, thing()));
        messages.put(
                "Time",
                new Message(
                        Coding.TIME,
                        List.of(plain(1, "seconds", WireType.INTEGER), plain(2, "nanos", WireType.INTEGER))));
        messages.put(
                "MicroTime",
                new Message(
                        Coding.MICRO_TIME,
                        List.of(plain(1, "seconds", WireType.INTEGER), plain(2, "nanos", WireType.INTEGER))));
        messages.put("Quantity", new Message(Coding.QUANTITY, List.of(plain(1, "string", WireType.TEXT))));
        messages.put(
                "IntOrString",
                new Message(
                        Coding.INT_OR_STRING,
                        List.of(
                                plain(1, "type", WireType.INTEGER),
                                plain(2, "intVal", WireType.INTEGER),
                                plain(3, "strVal", WireType.TEXT))));
        messages.put("Raw", new Message(Coding.JSON, List.of(plain(1, "raw", WireType.JSON))));
        messages.put("Extra", new Message(Coding.TEXTS, List.of(many(1, "items", WireType.TEXT, ""))));
        messages.put(
                "OrBoolean",
                new Message(
                        Coding.SCHEMA_OR_BOOLEAN,
                        List.of(plain(1, "allows", WireType.BOOLEAN), one(2, "schema", "Thing"))));
        messages.put(
                "OrList",
                new Message(
                        Coding.SCHEMA_OR_SCHEMAS,
                        List.of(one(1, "schema", "Thing"), many(2, "list", WireType.MESSAGE, "Thing"))));
        return new MessageTable(CompactTable.of(MessageTable.encode(messages)));
    }

    private static List<MessageField> thing() {
        return List.of(
                plain(1, "name", WireType.TEXT),
                plain(2, "count", WireType.INTEGER),
                plain(3, "on", WireType.BOOLEAN),
                plain(4, "data", WireType.BYTES),
                plain(5, "ratio", WireType.DOUBLE),
                many(6, "numbers", WireType.INTEGER, ""),
                many(7, "texts", WireType.TEXT, ""),
                new MessageField.Plain(8, "labels", Arity.MAP, WireType.TEXT, ""),
                new MessageField.Plain(9, "children", Arity.MAP, WireType.MESSAGE, "Thing"),
                new MessageField.Embedded(10, List.of(plain(1, "inner", WireType.TEXT))),
                one(11, "child", "Thing"),
                one(12, "time", "Time"),
                one(13, "micro", "MicroTime"),
                one(14, "quantity", "Quantity"),
                one(15, "port", "IntOrString"),
                one(16, "raw", "Raw"),
                one(17, "extra", "Extra"),
                one(18, "orBoolean", "OrBoolean"),
                one(19, "orList", "OrList"));
    }

    private static MessageField plain(int number, String name, WireType type) {
        return new MessageField.Plain(number, name, Arity.ONE, type, "");
    }

    private static MessageField one(int number, String name, String message) {
        return new MessageField.Plain(number, name, Arity.ONE, WireType.MESSAGE, message);
    }

    private static MessageField many(int number, String name, WireType type, String message) {
        return new MessageField.Plain(number, name, Arity.MANY, type, message);
    }

    private static byte[] envelope(String apiVersion, String kind, byte[] raw) {
        return concat(
                new byte[] {'k', '8', 's', 0},
                message(1, text(1, apiVersion), text(2, kind)),
                message(2, raw),
                text(3, ""),
                text(4, ""));
    }

    private static byte[] text(int number, String text) {
        return message(number, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(int number, int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return message(number, bytes);
    }

    private static byte[] message(int number, byte[]... parts) {
        byte[] body = concat(parts);
        return concat(number((number << 3) | 2), number(body.length), body);
    }

    private static byte[] varint(int number, long value) {
        return concat(number(number << 3), number(value));
    }

    private static byte[] fixed(int number, double value) {
        byte[] bytes = ByteBuffer.allocate(Double.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(value)
                .array();
        return concat(number((number << 3) | 1), bytes);
    }

    private static byte[] number(long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return out.toByteArray();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static JsonObject json(String text) {
        return JsonReader.object(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
