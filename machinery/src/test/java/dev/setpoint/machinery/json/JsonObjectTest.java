package dev.setpoint.machinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {
    /// Replay one seed: `./mvnw -pl machinery test -Dtest=JsonObjectTest -Dseed=N`.
    @Test
    void behavesLikeALinkedMapWhateverItsSize() {
        long seed = Long.getLong("seed", 42);
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            JsonObject object = new JsonObject();
            Map<String, JsonValue> model = new LinkedHashMap<>();
            for (int step = 0; step < 60; step++) {
                String name = "f" + random.nextInt(30);
                JsonValue value = JsonValue.of(step);
                switch (random.nextInt(8)) {
                    case 0, 1 -> {
                        object.remove(name);
                        model.remove(name);
                    }
                    case 2 -> {
                        object.putIfAbsent(name, value);
                        model.putIfAbsent(name, value);
                    }
                    case 3 -> {
                        object.names().removeIf(each -> each.endsWith("7"));
                        model.keySet().removeIf(each -> each.endsWith("7"));
                    }
                    default -> assertThat(object.replace(name, value)).isEqualTo(model.put(name, value));
                }
                assertThat(object.names()).as("seed %d", seed).containsExactlyElementsOf(model.keySet());
                assertThat(object.get(name)).as("seed %d", seed).isEqualTo(model.get(name));
                assertThat(object.has(name)).isEqualTo(model.containsKey(name));
            }
            assertThat(object.copy()).isEqualTo(object).hasSameHashCodeAs(object);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40})
    void equalsRegardlessOfOrder(int size) {
        JsonObject forwards = new JsonObject();
        JsonObject backwards = new JsonObject();
        for (int i = 0; i < size; i++) {
            forwards.put("f" + i, i);
            backwards.put("f" + (size - 1 - i), size - 1 - i);
        }
        assertThat(forwards).isEqualTo(backwards).hasSameHashCodeAs(backwards);
        assertThat(forwards.put("more", true)).isNotEqualTo(backwards);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40})
    void entriesWriteThrough(int size) {
        JsonObject object = new JsonObject();
        for (int i = 0; i < size; i++) {
            object.put("f" + i, i);
        }
        for (var entry : object.entries()) {
            entry.setValue(JsonValue.of(true));
        }
        assertThat(object.booleanOr("f" + (size - 1), false)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40})
    void noticesChangesWhileIterating(int size) {
        JsonObject object = new JsonObject();
        for (int i = 0; i < size; i++) {
            object.put("f" + i, i);
        }
        List<String> seen = new ArrayList<>();
        assertThatThrownBy(() -> {
                    for (String name : object.names()) {
                        seen.add(name);
                        object.remove("f0");
                    }
                })
                .isInstanceOf(ConcurrentModificationException.class);
        assertThat(seen).containsExactly("f0");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40})
    void changesAndRemovesFieldsInPlace(int size) {
        JsonObject object = new JsonObject();
        for (int i = 0; i < size; i++) {
            object.put("f" + i, i);
        }
        object.change((name, value) -> name.endsWith("1") ? null : JsonValue.of(name));
        assertThat(object.has("f1")).isFalse();
        assertThat(object.textOr("f0", "")).isEqualTo("f0");
        assertThat(object.names())
                .hasSize((int) IntStream.range(0, size).filter(i -> i % 10 != 1).count());
    }

    @Test
    void aCopySharesNothing() {
        JsonObject original =
                new JsonObject().put("child", new JsonObject().put("list", JsonArray.of(JsonValue.of(1))));
        JsonObject copy = original.copy();
        copy.child("child").child("more").put("x", 1);
        assertThat(original).hasToString("{\"child\":{\"list\":[1]}}");
    }

    @Test
    void walksPaths() {
        JsonObject object = new JsonObject().put("a", new JsonObject().put("b", "c"));
        assertThat(object.at("a", "b")).isEqualTo(JsonValue.of("c"));
        assertThat(object.at("a", "b", "c")).isNull();
        assertThat(object.at("x", "y")).isNull();
    }

    @Test
    void refusesToReplaceAValueByAChild() {
        JsonObject object = new JsonObject().put("a", 1).put("nothing", JsonValue.JsonNull.NULL);
        assertThat(object.child("nothing")).isEqualTo(new JsonObject());
        assertThatThrownBy(() -> object.child("a")).isInstanceOf(IllegalStateException.class);
    }
}
