package dev.setpoint.reconcile.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexTest {
    @Test
    void leavesOutObjectsWithoutTheField() {
        assertThat(Index.field("spec.nodeName").values().apply(stored("pods", Map.of("spec.nodeName", ""))))
                .isEmpty();
        assertThat(Index.field("spec.nodeName").values().apply(stored("pods", Map.of("spec.nodeName", "n"))))
                .isEqualTo(List.of("n"));
    }

    /// It would find nothing, for ever, and nobody would know why.
    @Test
    void refusesAFieldThatHeadersDoNotHave() {
        Stored widget = stored("widgets.example.com", Map.of());
        ObjectCache cache = new ObjectCache();
        cache.put(widget);

        assertThatThrownBy(() -> cache.index(Index.field("spec.color")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("index by spec.color of widgets.example.com (expected: one of [])");
    }

    private static Stored stored(String resource, Map<String, String> fields) {
        Header header = new Header("u", 1, Map.of(), fields, List.of(), List.of(), false);
        return new Stored(new Key(resource, "default", "a"), 7, header, new byte[0], -1);
    }
}
