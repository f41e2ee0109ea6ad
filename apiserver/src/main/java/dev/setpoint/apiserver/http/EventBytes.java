package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream.Event;
import dev.setpoint.base.value.Stored;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The bytes of events as lines, made once for all watchers that send the same event at about the same time.
final class EventBytes {
    private static final int PLACES = 64;

    /// Larger ones are made each time: what is kept here stays small.
    private static final int MOST_BYTES = 32 * 1024;

    /// Each event has one place, from which the next one there drives it out.
    private final AtomicReferenceArray<@Nullable Line> lines = new AtomicReferenceArray<>(PLACES);

    private record Line(String type, Stored object, byte[] bytes) {
        /// The same array of bytes, not only the same object: it may be shown in many ways.
        @SuppressWarnings("ReferenceEquality")
        boolean shows(Event event) {
            Stored other = event.object();
            return object.bytes() == other.bytes()
                    && object.revision() == other.revision()
                    && type.equals(event.type());
        }
    }

    /// To be read only.
    ByteBuffer of(List<Event> events) throws IOException {
        return ByteBuffer.wrap(events.size() == 1 ? line(events.getFirst()) : lines(events));
    }

    private byte[] line(Event event) throws IOException {
        int place = (int) (event.object().revision() % PLACES);
        Line known = lines.get(place);
        if (known != null && known.shows(event)) {
            return known.bytes;
        }
        byte[] bytes = lines(List.of(event));
        if (bytes.length <= MOST_BYTES) {
            lines.set(place, new Line(event.type(), event.object(), bytes));
        }
        return bytes;
    }

    private static byte[] lines(List<Event> events) throws IOException {
        int size = 0;
        for (Event event : events) {
            size += EventFrame.size(event);
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream(size);
        for (Event event : events) {
            EventFrame.write(event, lines);
            lines.write('\n');
        }
        return lines.toByteArray();
    }
}
