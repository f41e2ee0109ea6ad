package dev.setpoint.apiserver.http;

import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.protobuf.ProtobufEncoder;
import dev.setpoint.resources.schema.BuiltInMessages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One event as it is written: `{"type":"ADDED","object":{...}}`.
final class EventFrame {
    /// More than what stands around an object and in its hole.
    private static final int OVERHEAD = 64;

    private static final byte[] ADDED = opening("ADDED");
    private static final byte[] MODIFIED = opening("MODIFIED");
    private static final byte[] DELETED = opening("DELETED");
    private static final byte[] BOOKMARK = opening("BOOKMARK");
    private static final byte[] ERROR = opening("ERROR");

    private EventFrame() {}

    static void write(WatchEvent event, OutputStream out) throws IOException {
        out.write(openingOf(event));
        event.object().writeTo(out);
        out.write('}');
    }

    /// The same as a message.
    static void writeMessage(WatchEvent event, OutputStream out) throws IOException {
        byte[] object = BuiltInMessages.encode(
                        CompactReader.object(event.object().filled()))
                .orElseThrow(() -> new IllegalStateException(
                        "no message for " + event.object().key()));
        out.write(ProtobufEncoder.event(typeOf(event), object));
    }

    /// At least as many bytes as the event takes.
    static int size(WatchEvent event) {
        return event.object().bytes().length + OVERHEAD;
    }

    /// How a client is told that its watch failed.
    static byte[] error(ApiError error) {
        byte[] status = JsonWriter.bytes(Status.toJson(error));
        byte[] frame = Arrays.copyOf(ERROR, ERROR.length + status.length + 1);
        System.arraycopy(status, 0, frame, ERROR.length, status.length);
        frame[frame.length - 1] = '}';
        return frame;
    }

    /// The same as a message.
    static byte[] errorMessage(ApiError error) {
        byte[] status = BuiltInMessages.encode(Status.toJson(error))
                .orElseThrow(() -> new IllegalStateException("no message for a Status"));
        return ProtobufEncoder.event("ERROR", status);
    }

    private static byte[] openingOf(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added _ -> ADDED;
            case WatchEvent.Modified _ -> MODIFIED;
            case WatchEvent.Deleted _ -> DELETED;
            case WatchEvent.Bookmark _ -> BOOKMARK;
        };
    }

    private static String typeOf(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added _ -> "ADDED";
            case WatchEvent.Modified _ -> "MODIFIED";
            case WatchEvent.Deleted _ -> "DELETED";
            case WatchEvent.Bookmark _ -> "BOOKMARK";
        };
    }

    private static byte[] opening(String type) {
        return ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8);
    }
}
