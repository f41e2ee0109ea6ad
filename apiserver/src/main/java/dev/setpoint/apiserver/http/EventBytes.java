package dev.setpoint.apiserver.http;

import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
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

    private record Line(WatchEvent event, byte[] bytes) {
        /// The same array of bytes, not only the same object: it may be shown in many ways.
        @SuppressWarnings("ReferenceEquality")
        boolean shows(WatchEvent other) {
            return event.object().bytes() == other.object().bytes()
                    && event.revision() == other.revision()
                    && event.getClass() == other.getClass();
        }
    }

    /// To be read only.
    ByteBuffer of(List<WatchEvent> events) throws IOException {
        return ByteBuffer.wrap(events.size() == 1 ? line(events.getFirst()) : lines(events));
    }

    /// The line by which a watch says why it fails.
    static ByteBuffer ofFailure(ApiError error) {
        byte[] frame = EventFrame.error(error);
        byte[] line = Arrays.copyOf(frame, frame.length + 1);
        line[frame.length] = '\n';
        return ByteBuffer.wrap(line);
    }

    private byte[] line(WatchEvent event) throws IOException {
        int place = (int) (event.revision() % PLACES);
        Line known = lines.get(place);
        if (known != null && known.shows(event)) {
            return known.bytes;
        }
        byte[] bytes = lines(List.of(event));
        if (bytes.length <= MOST_BYTES) {
            lines.set(place, new Line(event, bytes));
        }
        return bytes;
    }

    private static byte[] lines(List<WatchEvent> events) throws IOException {
        int size = 0;
        for (WatchEvent event : events) {
            size += EventFrame.size(event);
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream(size);
        for (WatchEvent event : events) {
            EventFrame.write(event, lines);
            lines.write('\n');
        }
        return lines.toByteArray();
    }
}
