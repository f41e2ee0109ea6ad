package dev.setpoint.junit.fabric8;

import dev.setpoint.apiserver.http.LocalCalls.Frames;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.TaskKind;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A watch as a WebSocket: one message for each event. The client says nothing but that it wants more, or no more.
final class LocalWebSocket implements WebSocket {
    private static final Duration PULSE = Duration.ofSeconds(1);
    private static final int MOST_ASKED = 1_000;
    private static final int NORMAL = 1000;

    private final Env env;
    private final Frames events;
    private final Listener listener;
    private final BoundedQueue<Boolean> asked;

    LocalWebSocket(Env env, Frames events, Listener listener) {
        this.env = env;
        this.events = events;
        this.listener = listener;
        this.asked = env.queue(MOST_ASKED);
    }

    /// The first message comes unasked.
    void open() {
        env.start("socket", TaskKind.LIGHT, this::run);
        request();
    }

    private void run() {
        try (events) {
            listener.onOpen(this);
            boolean ended = false;
            while (!ended && !asked.closed()) {
                Optional<List<byte[]>> batch = events.next(PULSE);
                ended = batch.isEmpty();
                for (byte[] frame : batch.orElse(List.of())) {
                    send(frame);
                }
            }
        } catch (RuntimeException e) {
            listener.onError(this, e);
            return;
        }
        listener.onClose(this, NORMAL, "");
    }

    private void send(byte[] frame) {
        while (!asked.closed()) {
            if (asked.take(PULSE).isPresent()) {
                listener.onMessage(this, new String(frame, StandardCharsets.UTF_8));
                return;
            }
        }
    }

    /// A watch takes no messages.
    @Override
    public boolean send(ByteBuffer buffer) {
        return false;
    }

    @Override
    public boolean sendClose(int code, String reason) {
        asked.close();
        return true;
    }

    @Override
    public long queueSize() {
        return 0;
    }

    @Override
    @SuppressWarnings("CheckReturnValue") // So many requests are as good as more.
    public void request() {
        asked.offer(true);
    }
}
