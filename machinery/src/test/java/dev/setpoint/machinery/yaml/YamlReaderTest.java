package dev.setpoint.machinery.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.machinery.json.JsonValue;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlReaderTest {
    @Test
    void readsAnObject() {
        assertThat(read("""
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: a   # a comment
                  labels: {x: "1", z: 'two'}
                data:
                  script: |
                    line 1
                    line 2
                list:
                - 1
                - [a, b]
                """))
                .hasToString("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"labels\":"
                        + "{\"x\":\"1\",\"z\":\"two\"}},\"data\":{\"script\":\"line 1\\nline 2\\n\"},"
                        + "\"list\":[1,[\"a\",\"b\"]]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            yes | true
            On | true
            y | true
            YES | true
            yEs | "yEs"
            no | false
            off | false
            N | false
            ~ | null
            Null | null
            `''` | ""
            '"yes"' | "\\"yes\\""
            "no" | "no"
            42 | 42
            +7 | 7
            -12 | -12
            1_000 | 1000
            0755 | 493
            0o17 | 15
            0x1F | 31
            -0x10 | -16
            0b101 | 5
            08 | 8
            1e3 | 1000
            .5 | 0.5
            -1.50 | -1.5
            1.2.3 | "1.2.3"
            1:20 | "1:20"
            0x | "0x"
            2026-01-02 | "2026-01-02"
            2026-01-02T03:04:05Z | "2026-01-02T03:04:05Z"
            9223372036854775807 | 9223372036854775807
            9223372036854775808 | 9223372036854776000
            1e999 | "1e999"
            !!str 5 | "5"
            !!int "5" | 5
            !!float 5 | 5
            !custom x | "x"
            """)
    void resolvesScalarsAsYamlOneDotOne(String yaml, String json) {
        assertThat(read(yaml)).hasToString(json);
    }

    @Test
    void anEmptyTextIsNull() {
        assertThat(read("")).isEqualTo(JsonValue.JsonNull.NULL);
        assertThat(read("# nothing\n")).isEqualTo(JsonValue.JsonNull.NULL);
        assertThat(read("---\n...\n")).isEqualTo(JsonValue.JsonNull.NULL);
    }

    @Test
    void readsTheFirstDocumentOnly() {
        assertThat(read("a: 1\n---\nb: [")).hasToString("{\"a\":1}");
    }

    @Test
    void keysBecomeText() {
        assertThat(read("1: a\ntrue: b\n1.5: c\n0x10: d\n"))
                .hasToString("{\"1\":\"a\",\"true\":\"b\",\"1.5\":\"c\",\"16\":\"d\"}");
    }

    @Test
    void theLastOfDuplicateKeysWinsAndIsReported() {
        var parsed = YamlReader.parse(bytes("a: 1\nb:\n  c: 1\n  c: 2\na: 3\n7: x\n7: z\n"));
        assertThat(parsed.value()).hasToString("{\"a\":3,\"b\":{\"c\":2},\"7\":\"z\"}");
        assertThat(parsed.strictError())
                .isEqualTo("yaml: unmarshal errors:\n  line 4: key \"c\" already set in map\n"
                        + "  line 5: key \"a\" already set in map\n  line 7: key 7 already set in map");
    }

    @Test
    void expandsAliasesIntoCopies() {
        assertThat(read("a: &x {k: [1]}\nb: *x\nc: &s text\nd: *s\n"))
                .hasToString("{\"a\":{\"k\":[1]},\"b\":{\"k\":[1]},\"c\":\"text\",\"d\":\"text\"}");
    }

    @Test
    void mergesWhereTheMergeKeyStands() {
        assertThat(read("base: &b {x: 1, z: 2}\none:\n  <<: *b\n  x: 3\ntwo:\n  x: 3\n  <<: *b\n"))
                .hasToString("{\"base\":{\"x\":1,\"z\":2},\"one\":{\"x\":3,\"z\":2},\"two\":{\"x\":1,\"z\":2}}");
        assertThat(read("<<: [{a: 1}, {a: 2, b: 2}]")).hasToString("{\"a\":1,\"b\":2}");
    }

    @Test
    void boundsTheExpansionOfAliases() {
        StringBuilder laughs = new StringBuilder("a0: &a0 [lol]\n");
        for (int i = 1; i < 12; i++) {
            laughs.append(
                    "a%d: &a%d [%s]\n".formatted(i, i, "*a%d,".formatted(i - 1).repeat(9)));
        }
        assertThatThrownBy(() -> read(laughs.toString()))
                .isInstanceOf(MalformedYamlException.class)
                .hasMessage("yaml: document contains excessive aliasing");
    }

    @Test
    void boundsDepth() {
        assertThatThrownBy(() -> read("[".repeat(YamlReader.MAX_DEPTH + 1)))
                .isInstanceOf(MalformedYamlException.class)
                .hasMessageContaining("depth");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            apiVersion: v1\\nkind: [\\n       | yaml: line 2: did not find expected node content
            a: b: c                           | yaml: mapping values are not allowed in this context
            x: y\\na: b: c                    | yaml: line 2: mapping values are not allowed in this context
            a: 1\\n- b\\n                     | yaml: line 1: did not find expected key
            a: [1, 2\\nb: 3\\n                | yaml: line 1: did not find expected ',' or ']'
            a: *nope                          | yaml: unknown anchor 'nope' referenced
            a: &x [*x]                        | yaml: anchor 'x' value contains itself
            a: !!int abc                      | yaml: cannot decode !!str `abc` as a !!int
            <<: 5                             | yaml: map merge requires map or sequence of maps as the value
            a: .nan                           | json: unsupported value: NaN
            a: "\\x                           | yaml: did not find expected hexdecimal number
            a: "\\UFFFFFFFF"                  | yaml: did not find expected hexdecimal number
            a: -.inf                          | json: unsupported value: -Inf
            """)
    void saysWhatIsWrongInTheWordsOfKubernetes(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml.replace("\\n", "\n")))
                .isInstanceOf(MalformedYamlException.class)
                .hasMessage(message);
    }

    @Test
    void refusesControlCharacters() {
        assertThatThrownBy(() -> read("a: \u0001"))
                .isInstanceOf(MalformedYamlException.class)
                .hasMessage("yaml: control characters are not allowed");
    }

    private static JsonValue read(String yaml) {
        return YamlReader.value(bytes(yaml));
    }

    private static byte[] bytes(String yaml) {
        return yaml.getBytes(StandardCharsets.UTF_8);
    }
}
