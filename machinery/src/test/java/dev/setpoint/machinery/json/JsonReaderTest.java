package dev.setpoint.machinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Test
    void keepsTheOrderOfFields() {
        assertThat(read("{\"z\":1,\"a\":{\"y\":null,\"b\":[true,false,\"x\"]}}"))
                .hasToString("{\"z\":1,\"a\":{\"y\":null,\"b\":[true,false,\"x\"]}}");
    }

    @Test
    void wholeNumbersOfSixtyFourBitsStayWhole() {
        assertThat(read("[9223372036854775807,-9223372036854775808,0,-0]"))
                .isEqualTo(JsonArray.of(
                        JsonValue.of(Long.MAX_VALUE), JsonValue.of(Long.MIN_VALUE), JsonValue.of(0), JsonValue.of(0)));
    }

    @Test
    void otherNumbersAreDoubles() {
        assertThat(read("[9223372036854775808,1.0,1e2,-2.5]"))
                .isEqualTo(JsonArray.of(
                        new JsonValue.JsonDecimal(0x1p63),
                        new JsonValue.JsonDecimal(1),
                        new JsonValue.JsonDecimal(100),
                        new JsonValue.JsonDecimal(-2.5)));
    }

    @Test
    void theLastOfDuplicateFieldsWinsAndEachIsNamedOnce() {
        var parsed = JsonReader.parse(bytes(
                "{\"a\":1,\"b\":[{},{\"c\":{\"d\":1,\"d\":2,\"d\":3}}],\"a\":4,\"x\":{\"y\":1},\"x\":{\"y\":1}}"));
        assertThat(parsed.duplicates()).containsExactly("b[1].c.d", "a", "x");
        assertThat(parsed.value()).hasToString("{\"a\":4,\"b\":[{},{\"c\":{\"d\":3}}],\"x\":{\"y\":1}}");
    }

    @Test
    void boundsTheListOfDuplicates() {
        StringBuilder json = new StringBuilder("{");
        IntStream.range(0, 300).forEach(i -> json.append("\"f%d\":1,\"f%d\":2,".formatted(i, i)));
        var parsed = JsonReader.parse(bytes(json.append("\"end\":0}").toString()));
        assertThat(parsed.duplicates()).hasSize(JsonReader.MAX_DUPLICATES).startsWith("f0", "f1");
        assertThat(((JsonObject) parsed.value()).size()).isEqualTo(301);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ~~                  | unexpected end of JSON input
            ~  ~                | unexpected end of JSON input
            {"a":               | unexpected end of JSON input
            "abc                | unexpected end of JSON input
            tru                 | unexpected end of JSON input
            -                   | unexpected end of JSON input
            1.                  | unexpected end of JSON input
            x                   | invalid character 'x' looking for beginning of value
            [,]                 | invalid character ',' looking for beginning of value
            [1,]                | invalid character ']' looking for beginning of value
            {"a":1,}            | invalid character '}' looking for beginning of object key string
            {a:1}               | invalid character 'a' looking for beginning of object key string
            {"a" 1}             | invalid character '1' after object key
            {"a":1 "b":2}       | invalid character '"' after object key:value pair
            {"a":01}            | invalid character '1' after object key:value pair
            [1 2]               | invalid character '2' after array element
            {} {}               | invalid character '{' after top-level value
            {}'                 | invalid character '\\'' after top-level value
            "\\q"               | invalid character 'q' in string escape code
            "\\u12g4"           | invalid character 'g' in \\u hexadecimal character escape
            -x                  | invalid character 'x' in numeric literal
            +1                  | invalid character '+' looking for beginning of value
            1.x                 | invalid character 'x' after decimal point in numeric literal
            1ex                 | invalid character 'x' in exponent of numeric literal
            trve                | invalid character 'v' in literal true (expecting 'u')
            faLse               | invalid character 'L' in literal false (expecting 'l')
            nope                | invalid character 'o' in literal null (expecting 'u')
            NaN                 | invalid character 'N' looking for beginning of value
            """)
    void saysWhatIsWrongInTheWordsOfKubernetes(String json, String message) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "a\u0001"    | invalid character '\\x01' in string literal
            "a\u0009"    | invalid character '\\t' in string literal
            \uFEFF{}     | invalid character 'ï' looking for beginning of value
            """)
    void refusesControlCharactersAndByteOrderMarks(String json, String message) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage(message);
    }

    @Test
    void refusesOtherEncodingsThanUtf8() {
        byte[] utf16 = "{\"a\":1}".getBytes(StandardCharsets.UTF_16BE);
        assertThatThrownBy(() -> JsonReader.parse(utf16))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("invalid character '\\x00' looking for beginning of value");
    }

    @Test
    void boundsNesting() {
        int most = JsonReader.MAX_DEPTH;
        assertThat(read("[".repeat(most) + "]".repeat(most))).isInstanceOf(JsonArray.class);
        assertThatThrownBy(() -> read("[".repeat(most + 1) + "]".repeat(most + 1)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("invalid character '[' exceeded max depth");
    }

    @Test
    void boundsTheLengthOfNumbers() {
        assertThatThrownBy(() -> read("1".repeat(JsonReader.MAX_NUMBER_LENGTH + 1)))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("length");
    }

    @Test
    void refusesNumbersBeyondADouble() {
        assertThatThrownBy(() -> read("{\"a\":1e400}"))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("json: cannot unmarshal number 1e400 into Go value of type float64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00", "\\ud83dx"})
    void replacesSurrogatesThatStandAlone(String escape) {
        String text = escape.endsWith("x") ? "\uFFFDx" : "\uFFFD";
        assertThat(read("{\"a\":\"" + escape + "\"}")).hasToString("{\"a\":\"" + text + "\"}");
    }

    @Test
    void refusesSurrogatesThatStandAloneInNames() {
        assertThatThrownBy(() -> read("{\"\\ud800\":1}"))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("surrogate");
    }

    @Test
    void keepsSurrogatePairs() {
        assertThat(read("\"\\ud83d\\ude00 \uD83D\uDE00 한\"")).isEqualTo(JsonValue.of("😀 😀 한"));
    }

    @Test
    void replacesBytesThatAreNoUtf8() {
        byte[] json = {'"', 'a', (byte) 0xFF, 'b', '"'};
        assertThat(JsonReader.value(json)).isEqualTo(JsonValue.of("a\uFFFDb"));
    }

    @Test
    void refusesOtherShapesWhereAnObjectIsExpected() {
        assertThatThrownBy(() -> JsonReader.object(bytes("[]")))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage("expected a JSON object");
    }

    private static JsonValue read(String json) {
        return JsonReader.value(bytes(json));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
