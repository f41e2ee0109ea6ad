package dev.setpoint.apiserver.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.WatchEvent;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventBytesTest {
    private final EventBytes bytes = new EventBytes();
    private final Stored object = ScriptedPipeline.object("a", "v");

    @Test
    void makesTheBytesOfAnEventOnce() throws IOException {
        byte[] first = bytes.of(List.of(new WatchEvent.Modified(object))).array();
        assertThat(bytes.of(List.of(new WatchEvent.Modified(object))).array()).isSameAs(first);
        assertThat(new String(first, UTF_8))
                .startsWith("{\"type\":\"MODIFIED\",\"object\":{")
                .endsWith("}}\n");
    }

    @Test
    void tellsEventsOfOneRevisionApart() throws IOException {
        text(new WatchEvent.Modified(object));
        assertThat(text(new WatchEvent.Added(object))).startsWith("{\"type\":\"ADDED\"");
        Stored other = ScriptedPipeline.object("b", "v");
        assertThat(other.revision()).isEqualTo(object.revision());
        assertThat(text(new WatchEvent.Added(other))).contains("\"name\":\"b\"");
    }

    @Test
    void tellsTheSameObjectAtAnotherRevision() throws IOException {
        text(new WatchEvent.Modified(object));
        Stored deleted = object.at(object.revision() + 64);
        assertThat(text(new WatchEvent.Deleted(deleted)))
                .startsWith("{\"type\":\"DELETED\"")
                .contains("\"resourceVersion\":\"" + deleted.revision() + "\"");
    }

    @Test
    void putsSeveralEventsIntoLines() throws IOException {
        String lines = new String(
                bytes.of(List.of(new WatchEvent.Added(object), new WatchEvent.Modified(object)))
                        .array(),
                UTF_8);
        assertThat(lines.lines()).hasSize(2);
    }

    private String text(WatchEvent event) throws IOException {
        return new String(bytes.of(List.of(event)).array(), UTF_8);
    }
}
