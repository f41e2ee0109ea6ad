package dev.setpoint.machinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonArrayTest {
    /// One that somebody wrote, too. Replay one seed: `./mvnw -pl machinery test -Dtest=JsonArrayTest -Dseed=N`.
    @Test
    void behavesLikeAList() {
        long seed = Long.getLong("seed", 42);
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            JsonArray array = run % 2 == 0 ? new JsonArray() : JsonArray.written(new byte[] {'[', ']'});
            List<JsonValue> model = new ArrayList<>();
            for (int step = 0; step < 60; step++) {
                JsonValue value = JsonValue.of(step);
                int place = random.nextInt(model.size() + 1);
                switch (random.nextInt(6)) {
                    case 0 -> {
                        array.insert(place, value);
                        model.add(place, value);
                    }
                    case 1 -> {
                        if (place < model.size()) {
                            assertThat(array.remove(place)).isEqualTo(model.remove(place));
                        }
                    }
                    case 2 -> {
                        if (place < model.size()) {
                            assertThat(array.set(place, value)).isEqualTo(model.set(place, value));
                        }
                    }
                    case 3 -> {
                        array.removeIf(each -> each.hashCode() % 5 == 0);
                        model.removeIf(each -> each.hashCode() % 5 == 0);
                    }
                    default -> {
                        array.add(value);
                        model.add(value);
                    }
                }
                assertThat(array).as("seed %d", seed).containsExactlyElementsOf(model);
                assertThat(array.contains(value)).isEqualTo(model.contains(value));
            }
            assertThat(array.copy()).isEqualTo(array).hasSameHashCodeAs(array);
        }
    }

    @Test
    void knowsNoPlaceBeyondItsEnd() {
        JsonArray array = JsonArray.of(JsonValue.of(1), JsonValue.of(2));
        array.remove(1);

        assertThatThrownBy(() -> array.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.set(1, JsonValue.of(3))).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> array.insert(2, JsonValue.of(3))).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void removesThroughItsIteratorAndNoticesOtherChanges() {
        JsonArray array = JsonArray.of(JsonValue.of(1), JsonValue.of(2), JsonValue.of(3));
        Iterator<JsonValue> elements = array.iterator();
        elements.next();
        elements.remove();
        assertThat(elements.next()).isEqualTo(JsonValue.of(2));
        assertThat(array.size()).isEqualTo(2);

        array.add(JsonValue.of(4));
        assertThatThrownBy(elements::next).isInstanceOf(ConcurrentModificationException.class);
    }
}
