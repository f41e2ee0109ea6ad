package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.TaskKind;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A watch over a WebSocket: one text frame for each event. What the client sends is read and ignored.
///
/// It owns the event stream and the life of the call, and ends both once: when the watch ends, when the
/// client closes, or when the WebSocket never came to be.
final class SocketWatch implements Upgraded, WatchLoop.Sink {
    private static final Logger log = LoggerFactory.getLogger(SocketWatch.class);

    private final EventStream stream;
    private final CallLife life;
    private final CallsUnderWay traffic;
    private final Limits limits;
    private final Env env;
    private final Pongs pongs;
    private final SocketEnd end;
    private final AtomicReference<@Nullable CoreSession> session = new AtomicReference<>();
    private final AtomicBoolean gone = new AtomicBoolean();
    private final AtomicBoolean released = new AtomicBoolean();

    SocketWatch(EventStream stream, CallLife life, CallsUnderWay traffic, Limits limits, Env env) {
        this.stream = stream;
        this.life = life;
        this.traffic = traffic;
        this.limits = limits;
        this.env = env;
        this.pongs = new Pongs(env, limits.stall());
        this.end = new SocketEnd(env, limits.stall());
    }

    @Override
    public void onOpen(CoreSession opened, Callback callback) {
        session.set(opened);
        callback.succeeded();
        opened.demand();
        env.start("websocket-watch", TaskKind.LIGHT, () -> run(opened));
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        CoreSession open = session.get();
        if (open != null && frame.getOpCode() == OpCode.PING) {
            pongs.answer(open, frame, callback);
            return;
        }
        callback.succeeded();
        if (open != null && frame.getOpCode() != OpCode.CLOSE) {
            open.demand();
        }
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        gone.set(true);
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        end.reached();
        gone.set(true);
        callback.succeeded();
    }

    /// Whatever the client names: an event is a text.
    @Override
    public List<String> protocols() {
        return List.of();
    }

    @Override
    public void agreed(String protocol) {}

    @Override
    public void abandon() {
        if (session.get() == null) {
            release();
        }
    }

    @Override
    public boolean gone() {
        return gone.get();
    }

    @Override
    public void send(List<WatchEvent> events) throws IOException {
        CoreSession open = opened();
        for (WatchEvent event : events.subList(0, events.size() - 1)) {
            open.sendFrame(text(event), Callback.NOOP, true); // If it fails, so does the last.
        }
        sendAndWait(open, text(events.getLast()));
    }

    @Override
    public void fail(ApiError error) throws IOException {
        sendAndWait(opened(), new Frame(OpCode.TEXT, true, ByteBuffer.wrap(EventFrame.error(error))));
    }

    private CoreSession opened() {
        CoreSession open = session.get();
        if (open == null) {
            throw new IllegalStateException("events before the WebSocket was open");
        }
        return open;
    }

    private void sendAndWait(CoreSession open, Frame frame) throws IOException {
        Promise<Optional<Throwable>> sent = env.promise();
        open.sendFrame(
                frame,
                Callback.from(() -> sent.complete(Optional.empty()), failure -> sent.complete(Optional.of(failure))),
                false);
        Optional<Optional<Throwable>> outcome = sent.await(limits.stall());
        if (outcome.isEmpty()) {
            throw new IOException("the client took nothing for " + limits.stall());
        }
        if (outcome.get().isPresent()) {
            throw new IOException("the client is gone", outcome.get().get());
        }
    }

    private void run(CoreSession open) {
        try {
            WatchLoop.run(stream, this, traffic);
            if (!gone()) {
                open.close(CloseStatus.NORMAL, "", Callback.NOOP);
            }
        } catch (IOException e) {
            log.debug("watch over a WebSocket ended: {}", e.getMessage());
            open.abort();
        } catch (RuntimeException e) {
            log.error("watch over a WebSocket failed", e);
            open.close(CloseStatus.SERVER_ERROR, "", Callback.NOOP);
        } finally {
            end.awaited(open);
            release();
        }
    }

    private void release() {
        if (released.compareAndSet(false, true)) {
            stream.close();
            life.end();
        }
    }

    private static Frame text(WatchEvent event) throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream(EventFrame.size(event));
        EventFrame.write(event, frame);
        return new Frame(OpCode.TEXT, true, ByteBuffer.wrap(frame.toByteArray()));
    }
}
