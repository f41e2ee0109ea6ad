package dev.setpoint.client.https;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.StatusReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A watch as an answer that goes on. More is asked for when what came has been taken: a slow loop holds the server
/// back, not its own memory.
final class HttpsWatch implements Watch {
    /// Two are enough: what lies here, and what the library hands over while that is taken.
    private static final int PARTS = 16;

    private final Target collection;
    private final BoundedQueue<byte[]> parts;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final AsyncBody body;

    private HttpsWatch(Target collection, BoundedQueue<byte[]> parts, AsyncBody body) {
        this.collection = collection;
        this.parts = parts;
        this.body = body;
    }

    static HttpsWatch open(Env env, HttpClient http, HttpRequest request, Target collection) {
        BoundedQueue<byte[]> parts = env.queue(PARTS);
        HttpResponse<AsyncBody> response =
                Replies.await(env, http.consumeBytes(request, (buffers, body) -> accept(buffers, parts, body)));
        AsyncBody body = response.body();
        var _ = body.done().whenComplete((_, _) -> parts.close());
        body.consume();
        HttpsWatch watch = new HttpsWatch(collection, parts, body);
        if (!response.isSuccessful()) {
            throw new ApiException(StatusReader.error(response.code(), Wire.status(watch.rest())));
        }
        return watch;
    }

    /// A queue that is full, against all agreement, ends the watch: what it lost is seen by the next one.
    private static void accept(List<ByteBuffer> buffers, BoundedQueue<byte[]> parts, AsyncBody body) {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            part.writeBytes(bytes);
        }
        if (!parts.offer(part.toByteArray())) {
            parts.close();
            body.cancel();
        }
    }

    @Override
    public List<WatchEvent> next(Duration deadline) {
        Optional<byte[]> part = parts.take(deadline);
        if (part.isEmpty()) {
            if (parts.closed()) {
                throw new WatchClosedException("the server ended the watch");
            }
            return List.of();
        }
        body.consume();
        List<WatchEvent> events = new ArrayList<>();
        int from = 0;
        byte[] bytes = part.get();
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                line.write(bytes, from, i - from);
                events.add(event(line.toByteArray()));
                line.reset();
                from = i + 1;
            }
        }
        line.write(bytes, from, bytes.length - from);
        return events;
    }

    private WatchEvent event(byte[] text) {
        JsonObject event = JsonReader.object(text);
        JsonObject object = event.child("object");
        return switch (event.textOr("type", "")) {
            case "ADDED" -> new WatchEvent.Added(Wire.tree(collection, object));
            case "MODIFIED" -> new WatchEvent.Modified(Wire.tree(collection, object));
            case "DELETED" -> new WatchEvent.Deleted(Wire.tree(collection, object));
            case "BOOKMARK" -> new WatchEvent.Bookmark(Wire.tree(collection, object));
            default -> throw new ApiException(StatusReader.error((int) object.integerOr("code", 500), object));
        };
    }

    /// What the server says in place of events.
    private byte[] rest() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Optional<byte[]> part = parts.take(Replies.PATIENCE);
                part.isPresent();
                part = parts.take(Replies.PATIENCE)) {
            all.writeBytes(part.get());
            body.consume();
        }
        return all.toByteArray();
    }

    @Override
    public void close() {
        body.cancel();
        parts.close();
    }
}
