package dev.setpoint.machinery.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWriterTest {
    @Test
    void writesWithoutBlanks() {
        JsonObject object = new JsonObject()
                .put("text", "a\"\\\n\u0001ü")
                .put("list", JsonArray.of(JsonValue.of(1), JsonValue.JsonNull.NULL, JsonValue.of(true)))
                .put("empty", new JsonObject());
        String text = "{\"text\":\"a\\\"\\\\\\n\\u0001ü\",\"list\":[1,null,true],\"empty\":{}}";
        assertThat(JsonWriter.bytes(object)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void writesEveryCharacterAsUtf8OrEscaped() {
        String text = "\t\r\b\f\u001F /\u007F\u0080\u07FF\u0800\uFFFF\uD83D\uDE00\uD800";
        String expected = "\"\\t\\r\\b\\f\\u001f /\u007F\u0080\u07FF\u0800\uFFFF\uD83D\uDE00\uFFFD\"";
        assertThat(JsonWriter.bytes(JsonValue.of(text))).isEqualTo(expected.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void growsWithWhatIsWritten() {
        String text = "ü".repeat(50_000);
        JsonArray array = JsonArray.of(JsonValue.of(text), new JsonObject().put(text, text), JsonValue.of(text));
        assertThat(JsonReader.value(JsonWriter.bytes(array))).isEqualTo(array);
        assertThat(JsonWriter.text(array)).hasSize(4 * 50_000 + 15);
    }

    /// A whole number that came as `1.0` is stored as `1`, as Kubernetes stores it.
    @ParameterizedTest
    @CsvSource({
        "1.0, 1",
        "-0.0, 0",
        "100, 100",
        "0.1, 0.1",
        "-2.50, -2.5",
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "1.5e300, 1.5e+300",
        "0.000001, 0.000001",
        "0.0000001, 1e-7",
        "-1.25e-10, -1.25e-10",
        "9223372036854775808, 9223372036854776000",
    })
    void writesDecimalsAsGoDoes(double number, String text) {
        assertThat(JsonWriter.text(new JsonValue.JsonDecimal(number))).isEqualTo(text);
    }
}
