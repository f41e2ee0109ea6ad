package dev.setpoint.machinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompactReaderTest {
    private static final String[] TEXTS = {
        "",
        "a",
        "Always",
        "\"",
        "\\",
        "a\nb\t\r\b\f",
        "\u0001",
        "grün",
        "日本",
        "😀 x",
        "/",
        "k:{\"name\":\"x\"}",
        "x".repeat(100)
    };

    private static final byte[] ODD = bytes("{}[]\",:\\ \n\u0001\u0000u0d-.e1tn\u00ff\ud7ff");

    @Test
    void readsWhatTheWriterWroteAsTheStrictReaderDoes() {
        for (int seed = 0; seed < 2_000; seed++) {
            JsonObject tree = object(new Random(seed), 0);
            byte[] json = JsonWriter.bytes(tree);
            JsonObject read = CompactReader.object(json);
            assertThat(read).as("seed " + seed).isEqualTo(JsonReader.object(json));
            assertThat(JsonWriter.bytes(read)).as("seed " + seed).isEqualTo(json);
        }
    }

    /// Whatever is looked at, changed, copied and compared, in whatever order.
    @Test
    void anOutlineIsWhatTheWholeObjectIs() {
        for (int seed = 0; seed < 2_000; seed++) {
            byte[] json = JsonWriter.bytes(object(new Random(seed), 0));
            JsonObject whole = CompactReader.object(json);
            JsonObject outline = CompactReader.outline(json);
            for (int step = 0; step < 10; step++) {
                work(new Random(31L * seed + step), whole);
                work(new Random(31L * seed + step), outline);
                if (step % 3 == 0) {
                    outline = outline.copy();
                }
                if (step % 4 == 0) {
                    assertThat(outline).as("seed " + seed).isEqualTo(whole).hasSameHashCodeAs(whole);
                    assertThat(whole).as("seed " + seed).isEqualTo(outline);
                }
            }
            assertThat(JsonWriter.bytes(outline)).as("seed " + seed).isEqualTo(JsonWriter.bytes(whole));
        }
    }

    /// Goes down to somewhere and does something there.
    private static void work(Random random, JsonValue value) {
        switch (value) {
            case JsonObject object -> {
                assertThat(object.isEmpty()).isEqualTo(object.again().size() == 0);
                if (object.isEmpty() || random.nextInt(4) == 0) {
                    object.put("new" + random.nextInt(3), JsonValue.of(random.nextInt()));
                } else if (random.nextInt(6) == 0) {
                    object.remove(object.nameAt(random.nextInt(object.size())));
                } else {
                    work(random, object.valueAt(random.nextInt(object.size())));
                }
            }
            case JsonArray array -> {
                assertThat(array.isEmpty()).isEqualTo(array.again().size() == 0);
                if (array.isEmpty() || random.nextInt(4) == 0) {
                    array.add(JsonValue.of(random.nextInt()));
                } else if (random.nextInt(6) == 0) {
                    array.remove(random.nextInt(array.size()));
                } else {
                    work(random, array.get(random.nextInt(array.size())));
                }
            }
            default -> {}
        }
    }

    @Test
    void leavesLargePartsOfAnOutlineAsText() {
        String containers = "[" + "{\"name\":\"a\",\"image\":\"b\"},".repeat(10) + "{}]";
        String spec = "{\"containers\":" + containers + ",\"nodeName\":\"n\",\"tolerations\":[{\"key\":\"k\"}]}";
        String json = "{\"metadata\":{\"name\":\"" + "x".repeat(200) + "\"},\"spec\":" + spec + "}";
        JsonObject tree = CompactReader.outline(bytes(json));
        JsonObject part = tree.child("spec");
        assertThat(tree.child("metadata").unread()).isNull();
        assertThat(part.unread()).isEqualTo(bytes(spec));

        assertThat(part.again().textOr("nodeName", "")).isEqualTo("n");
        assertThat(part.unread()).as("looked at again").isNotNull();

        part.put("nodeName", "m");
        JsonArray large = Objects.requireNonNull(part.array("containers"));
        JsonArray small = Objects.requireNonNull(part.array("tolerations"));
        assertThat(part.unread()).isNull();
        assertThat(large.unread()).isEqualTo(bytes(containers));
        assertThat(small.unread()).isNull();
        assertThat(tree).hasToString(json.replace("\"n\"", "\"m\""));
        assertThat(large.get(0)).hasToString("{\"name\":\"a\",\"image\":\"b\"}");
        assertThat(tree).hasToString(json.replace("\"n\"", "\"m\""));
    }

    /// Whatever is broken or odd, the quick way either says nothing or says the same.
    @Test
    void readsFromAnywhereWhatTheCloserLookFindsOrNothing() {
        int plain = 0;
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            byte[] json = JsonWriter.bytes(object(random, 0));
            for (int i = random.nextInt(4); i > 0; i--) {
                json[random.nextInt(json.length)] = ODD[random.nextInt(ODD.length)];
            }
            JsonObject read = CompactReader.plain(json);
            if (read != null) {
                plain++;
                JsonReader.Parsed parsed = JsonReader.parseClosely(json);
                assertThat(read).as("seed %d", seed).isEqualTo(parsed.value());
                assertThat(parsed.duplicates()).as("seed %d", seed).isEmpty();
            }
        }
        assertThat(plain).as("read the quick way").isGreaterThan(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1]",
                "{\"a\":1,\"a\":2}",
                "{\"a\":01}",
                "{\"a\":-}",
                "{\"a\":1.5}",
                "{\"a\":\"\\ud83d\"}",
                "{\"a\":\"\u0001\"}",
                "{\"a\":1}x",
                "{\"a\":\u000b1}",
                "{\"a\":1",
                "",
            })
    void leavesToTheCloserLookWhatIsNotPlain(String json) {
        assertThat(CompactReader.plain(bytes(json))).isNull();
    }

    /// Texts are looked at in words of eight bytes: whatever their length and their distance from the end.
    @Test
    void findsTheEndOfATextAndWhatIsOddInItAtEveryPlace() {
        for (int length = 0; length <= 40; length++) {
            for (int behind = 0; behind <= 9; behind++) {
                String text = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ".substring(0, length);
                assertThat(textOf(text, behind)).isEqualTo(text);
                for (int place = 0; place < length; place++) {
                    String start = text.substring(0, place);
                    String end = text.substring(place + 1);
                    assertThat(textOf(start + "_" + end, behind)).isEqualTo(start + "_" + end);
                    assertThat(textOf(start + "\\\"" + end, behind)).isEqualTo(start + "\"" + end);
                    assertThat(textOf(start + "é" + end, behind)).isEqualTo(start + "é" + end);
                    assertThat(CompactReader.plain(json(start + "\u001f" + end, behind)))
                            .isNull();
                }
            }
        }
    }

    private static String textOf(String json, int behind) {
        JsonObject object = Objects.requireNonNull(CompactReader.plain(json(json, behind)));
        String name = object.nameAt(0);
        assertThat(object.text(name)).isEqualTo(name);
        return name;
    }

    private static byte[] json(String text, int behind) {
        return ("{\"" + text + "\":\"" + text + "\"}" + " ".repeat(behind)).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void leavesDeepNestingToTheCloserLook() {
        assertThat(CompactReader.plain(bytes("{\"a\":" + "[".repeat(100_000)))).isNull();
        assertThat(CompactReader.plain(bytes("{\"a\":" + "[".repeat(63) + "]".repeat(63) + "}")))
                .isNotNull();
    }

    @Test
    void toleratesBlanksAndEscapesOfOtherWriters() {
        assertThat(read(" { \"a\" : [ 1 , 2.5 ,\n\"\\u003ca\\/\\ud83d\\ude00\" ] , \"b\" : { } , \"c\":[ ] } "))
                .hasToString("{\"a\":[1,2.5,\"<a/😀\"],\"b\":{},\"c\":[]}");
    }

    @Test
    void readsNumbersOfEverySize() {
        assertThat(read("{\"a\":[0,-1,999999999999999999,9223372036854775807,-9223372036854775808,1e3,-0.5]}"))
                .isEqualTo(JsonReader.object(
                        bytes("{\"a\":[0,-1,999999999999999999,9223372036854775807,-9223372036854775808,1e3,-0.5]}")));
        assertThat(read("{\"a\":92233720368547758080}").get("a")).isInstanceOf(JsonValue.JsonDecimal.class);
    }

    @Test
    void leavesSetsOfFieldsAsTextUntilSomebodyLooks() {
        String json = "{\"entry\":{\"fieldsV1\":{\"f:a\":{\"k:{\\\"n\\\":\\\"}\\\"}\":{}}},\"time\":\"t\"}}";
        JsonObject tree = read(json);
        JsonObject fields = tree.child("entry").child("fieldsV1");
        assertThat(fields.unread()).isNotNull();
        assertThat(tree).hasToString(json);
        assertThat(tree.copy()).isEqualTo(tree);

        assertThat(fields.child("f:a").has("k:{\"n\":\"}\"}")).isTrue();

        assertThat(fields.unread()).isNull();
        fields.put("f:b", new JsonObject());
        assertThat(tree).hasToString(json.replace("{}}},\"time", "{}},\"f:b\":{}},\"time"));
    }

    @Test
    void findsTheEndOfASetOfFieldsWhateverStandsInItsTexts() {
        for (int length = 0; length <= 20; length++) {
            for (String odd : List.of("", "}", "{", "\\\"", "\\\\", "\\\\\\\"", ":{\\\"n\\\":1}")) {
                String name = "x".repeat(length) + odd + "y".repeat(length / 2);
                String json = "{\"fieldsV1\":{\"" + name + "\":{}},\"a\":1}";
                JsonObject tree = read(json);
                assertThat(tree.child("fieldsV1").unread()).isNotNull();
                assertThat(tree.child("fieldsV1").size()).isEqualTo(1);
                assertThat(tree.integerOr("a", 0)).isEqualTo(1);
                assertThat(tree).hasToString(json);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":tru}",
                "{\"a\":1",
                "{\"a\":1}x",
                "{\"a\":-}",
                "{\"a\":\"\\x\"}",
                "{\"fieldsV1\":{\"a\"",
                "{\"a\":1,}"
            })
    void refusesWhatIsNoObject(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(MalformedJsonException.class);
    }

    private static JsonObject read(String json) {
        return CompactReader.object(bytes(json));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static JsonObject object(Random random, int depth) {
        JsonObject object = new JsonObject();
        for (int i = random.nextInt(40 >> depth); i > 0; i--) {
            object.put(
                    random.nextInt(8) == 0 ? "fieldsV1" : TEXTS[random.nextInt(TEXTS.length)] + i,
                    value(random, depth + 1));
        }
        return object;
    }

    private static JsonValue value(Random random, int depth) {
        return switch (random.nextInt(depth > 4 ? 5 : 7)) {
            case 0 -> JsonValue.of(TEXTS[random.nextInt(TEXTS.length)]);
            case 1 -> JsonValue.of(random.nextLong() >> random.nextInt(64));
            case 2 -> new JsonValue.JsonDecimal(random.nextInt(1_000) + 0.5);
            case 3 -> JsonValue.of(random.nextBoolean());
            case 4 -> JsonValue.JsonNull.NULL;
            case 5 -> {
                JsonArray array = new JsonArray();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(value(random, depth + 1));
                }
                yield array;
            }
            default -> object(random, depth);
        };
    }
}
