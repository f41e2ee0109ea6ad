package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream.Event;
import dev.setpoint.base.value.Stored;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The latest events as lines. An event goes to many watchers at about the same time: the first of them makes the line,
/// and the others send the same bytes.
final class EventLines {
    /// A power of two, so that a revision finds its slot by its last bits.
    private static final int SLOTS = 128;

    /// Larger lines are not kept, which bounds what all slots hold together.
    private static final int LARGEST_KEPT = 64 * 1024;

    private final AtomicReferenceArray<@Nullable Line> slots = new AtomicReferenceArray<>(SLOTS);

    /// A view may show the same object at the same revision in other bytes: they are what counts.
    private record Line(String type, Stored object, byte[] bytes) {
        // The same array, since comparing what is in it would cost as much as writing it again.
        @SuppressWarnings({"ReferenceEquality", "ArrayEquals"})
        boolean shows(Event event) {
            return object.bytes() == event.object().bytes()
                    && object.revision() == event.object().revision()
                    && type.equals(event.type());
        }
    }

    /// The event and a line end. Only to be read.
    byte[] of(Event event) {
        int slot = (int) event.object().revision() & (SLOTS - 1);
        Line line = slots.get(slot);
        if (line != null && line.shows(event)) {
            return line.bytes();
        }
        byte[] bytes = write(event);
        if (bytes.length <= LARGEST_KEPT) {
            slots.set(slot, new Line(event.type(), event.object(), bytes));
        }
        return bytes;
    }

    private static byte[] write(Event event) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(EventFrame.size(event));
        try {
            EventFrame.write(event, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // It is written to memory.
        }
        out.write('\n');
        return out.toByteArray();
    }
}
