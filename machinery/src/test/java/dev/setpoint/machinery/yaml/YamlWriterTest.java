package dev.setpoint.machinery.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class YamlWriterTest {
    @Test
    void writesAsTheApiServerDoes() {
        JsonValue object = JsonReader.value("""
                {"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","creationTimestamp":"2026-01-02T03:04:05Z",
                "managedFields":[{"manager":"golden","fieldsV1":{"f:data":{".":{},"f:k":{}}}}],"resourceVersion":"12",
                "uid":"0c7e4e0e-4a0e"},"data":{"yes":"no","many":"a\\nb\\n","empty":"","odd":"a: b #c","list":"- x"},
                "none":[],"n":null,"t":true,"f":1.5}""".getBytes(StandardCharsets.UTF_8));
        assertThat(YamlWriter.text(object)).isEqualTo("""
                apiVersion: v1
                data:
                  empty: ""
                  list: '- x'
                  many: |
                    a
                    b
                  odd: 'a: b #c'
                  "yes": "no"
                f: 1.5
                kind: ConfigMap
                metadata:
                  creationTimestamp: "2026-01-02T03:04:05Z"
                  managedFields:
                  - fieldsV1:
                      f:data:
                        .: {}
                        f:k: {}
                    manager: golden
                  name: a
                  resourceVersion: "12"
                  uid: 0c7e4e0e-4a0e
                "n": null
                none: []
                t: true
                """);
    }

    @Test
    void sortsNumbersByValueAndLettersLast() {
        JsonObject object = new JsonObject();
        for (String key : List.of("ab", "a10", "aB", "a2", "a-1", "a", "a02", "b")) {
            object.put(key, 1);
        }
        assertThat(YamlWriter.text(object).lines().map(line -> line.substring(0, line.indexOf(':'))))
                .containsExactly("a", "a-1", "a02", "a2", "a10", "aB", "ab", "b");
    }

    /// Replay one seed: `./mvnw -pl machinery test -Dtest=YamlWriterTest -Dseed=N`.
    @Test
    void whatIsWrittenReadsBackTheSame() {
        long seed = Long.getLong("seed", 7);
        Random random = new Random(seed);
        for (int run = 0; run < 2000; run++) {
            JsonValue value = random(random, 0);
            String text = YamlWriter.text(value);
            assertThat(YamlReader.value(text.getBytes(StandardCharsets.UTF_8)))
                    .as("seed %d: %s", seed, text)
                    .isEqualTo(value);
        }
    }

    private static JsonValue random(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 5 : 7)) {
            case 0 -> JsonValue.of(random.nextLong());
            case 1 -> JsonValue.of(random.nextBoolean());
            case 2 -> new JsonValue.JsonDecimal(random.nextInt(1000) + 0.25);
            case 3 -> JsonValue.JsonNull.NULL;
            case 4 -> JsonValue.of(text(random));
            case 5 -> {
                JsonArray array = new JsonArray();
                for (int i = random.nextInt(4); i > 0; i--) {
                    array.add(random(random, depth + 1));
                }
                yield array;
            }
            default -> {
                JsonObject object = new JsonObject();
                for (int i = random.nextInt(5); i > 0; i--) {
                    object.put(text(random), random(random, depth + 1));
                }
                yield object;
            }
        };
    }

    private static String text(Random random) {
        List<String> parts = List.of(
                "a",
                "yes",
                "0",
                "12",
                "-",
                ": ",
                " ",
                "#",
                "\n",
                "\"",
                "'",
                "\t",
                "ü",
                "😀",
                "{",
                "]",
                "&",
                "*",
                "!",
                "|",
                ">",
                "%",
                "@",
                "`",
                ",",
                "?",
                "~",
                ".",
                "_",
                "e3",
                "0x",
                "<<",
                "null",
                "2026-01-01");
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(parts.get(random.nextInt(parts.size())));
        }
        return text.toString();
    }
}
