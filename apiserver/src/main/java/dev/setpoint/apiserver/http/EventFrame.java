package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.EventStream.Event;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.protobuf.ProtobufEncoder;
import dev.setpoint.resources.schema.BuiltInMessages;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

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

    static void write(Event event, OutputStream out) throws IOException {
        out.write(openingOf(event.type()));
        event.object().writeTo(out);
        out.write('}');
    }

    /// The same as a message.
    static void writeMessage(Event event, OutputStream out) throws IOException {
        byte[] object = BuiltInMessages.encode(
                        CompactReader.object(event.object().filled()))
                .orElseThrow(() -> new IllegalStateException(
                        "no message for " + event.object().key()));
        out.write(ProtobufEncoder.event(event.type(), object));
    }

    /// At least as many bytes as the event takes.
    static int size(Event event) {
        return event.object().bytes().length + OVERHEAD;
    }

    static Event error(ApiError error) {
        byte[] status = JsonWriter.bytes(Status.toJson(error));
        return new Event("ERROR", new Stored(new Key("", "", ""), 0, Header.EMPTY, status, -1));
    }

    private static byte[] openingOf(String type) {
        return switch (type) {
            case "ADDED" -> ADDED;
            case "MODIFIED" -> MODIFIED;
            case "DELETED" -> DELETED;
            case "BOOKMARK" -> BOOKMARK;
            case "ERROR" -> ERROR;
            default -> throw new IllegalArgumentException("type: " + type + " (expected: a type of event)");
        };
    }

    private static byte[] opening(String type) {
        return ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.UTF_8);
    }
}
