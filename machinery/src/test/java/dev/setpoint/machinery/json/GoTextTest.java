package dev.setpoint.machinery.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"b":[1,"x y",[]],"a":{"c":null}} | map[a:map[c:<nil>] b:[1 x y []]] | map[string]interface {} | object
            {}                                | map[]                            | map[string]interface {} | object
            ["a"]                             | [a]                              | []interface {}          | array
            "a"                               | a                                | string                  | string
            5                                 | 5                                | int64                   | number
            1.5                               | 1.5                              | float64                 | number
            true                              | true                             | bool                    | bool
            null                              | <nil>                            | nil                     | null
            """)
    void printsAsGoDoes(String json, String printed, String type, String shape) {
        JsonValue value = JsonReader.value(json.getBytes(StandardCharsets.UTF_8));
        assertThat(GoText.of(value)).isEqualTo(printed);
        assertThat(GoText.typeName(value)).isEqualTo(type);
        assertThat(GoText.shapeName(value)).isEqualTo(shape);
    }
}
