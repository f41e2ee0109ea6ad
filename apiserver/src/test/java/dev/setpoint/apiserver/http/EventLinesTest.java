package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.EventStream.Event;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventLinesTest {
    private final EventLines lines = new EventLines();

    @Test
    void writesAnEventOnALineWithItsRevision() {
        assertThat(text(lines.of(new Event("ADDED", object(7, "{\"v\":\"\"}", 6)))))
                .isEqualTo("{\"type\":\"ADDED\",\"object\":{\"v\":\"7\"}}\n");
    }

    @Test
    void sharesTheBytesAmongWatchers() {
        Stored object = object(7, "{\"v\":\"\"}", 6);
        byte[] first = lines.of(new Event("MODIFIED", object));
        assertThat(lines.of(new Event("MODIFIED", object))).isSameAs(first);
        assertThat(lines.of(new Event("MODIFIED", object.at(7)))).isSameAs(first);
    }

    @Test
    void tellsTypesRevisionsAndViewsApart() {
        Stored object = object(7, "{\"v\":\"\"}", 6);
        lines.of(new Event("MODIFIED", object));
        assertThat(text(lines.of(new Event("ADDED", object)))).contains("ADDED");
        assertThat(text(lines.of(new Event("ADDED", object.at(7 + 128))))).contains("\"135\"");
        assertThat(text(lines.of(new Event("ADDED", object(7, "{\"other\":1}", -1)))))
                .contains("other");
    }

    private static Stored object(long revision, String json, int hole) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new Stored(new Key("pods", "default", "a"), revision, Header.EMPTY, bytes, hole);
    }

    private static String text(byte[] line) {
        return new String(line, StandardCharsets.UTF_8);
    }
}
