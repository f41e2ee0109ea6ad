package dev.setpoint.base.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FewTextsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 16, 17, 100})
    void equalsTheMapThatItWasMadeOfAndKeepsItsOrder(int size) {
        Map<String, String> map = texts(size);
        var few = FewTexts.copyOf(map);
        assertThat(few).isEqualTo(map).hasSameHashCodeAs(map).hasSize(size);
        assertThat(map).isEqualTo(few);
        assertThat(few.keySet()).containsExactlyElementsOf(map.keySet());
        assertThat(few.values()).containsExactlyElementsOf(map.values());
        var seen = new LinkedHashMap<String, String>();
        few.forEach(seen::put);
        assertThat(seen).containsExactlyEntriesOf(map);
        map.forEach((name, value) -> assertThat(few.get(name)).isEqualTo(value));
        assertThat(few.containsKey("missing")).isFalse();
        assertThat(few.getOrDefault("missing", "none")).isEqualTo("none");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 17})
    void nobodyChangesIt(int size) {
        Map<String, String> map = texts(size);
        var few = FewTexts.copyOf(map);
        map.put("more", "of it");
        assertThat(few).hasSize(size);
        assertThatThrownBy(() -> few.put("a", "b")).isInstanceOf(UnsupportedOperationException.class);
        assertThat(FewTexts.copyOf(few)).isEqualTo(few);
    }

    private static Map<String, String> texts(int size) {
        Map<String, String> map = new TreeMap<>();
        IntStream.range(0, size).forEach(number -> map.put("name-" + number, "value-" + number));
        return map;
    }
}
