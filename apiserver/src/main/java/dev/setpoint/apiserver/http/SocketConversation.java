package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.BrokenOffException;
import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.Conversation;
import dev.setpoint.apiserver.pipeline.Conversation.Received;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.TaskKind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.OpCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A conversation over a WebSocket: one binary message for each of its own.
///
/// One message waits for the conversation at most; the next is read from the socket when it was taken.
final class SocketConversation implements Upgraded, Conversation.Wire {
    private static final Logger log = LoggerFactory.getLogger(SocketConversation.class);
    /// Larger than any that a client sends: kubectl sends 32 KiB at a time.
    private static final int MOST_MESSAGE_BYTES = 1024 * 1024;

    private final Conversation conversation;
    private final CallLife life;
    private final Limits limits;
    private final Env env;
    private final Pongs pongs;
    private final SocketEnd end;
    private final BoundedQueue<byte[]> received;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean owed = new AtomicBoolean();
    private final CallsUnderWay underWay;
    private volatile @Nullable CoreSession session;
    private volatile String protocol = "";

    SocketConversation(Conversation conversation, CallLife life, CallsUnderWay underWay, Limits limits, Env env) {
        this.conversation = conversation;
        this.underWay = underWay;
        this.life = life;
        this.limits = limits;
        this.env = env;
        this.pongs = new Pongs(env, limits.stall());
        this.end = new SocketEnd(env, limits.stall());
        this.received = env.queue(1);
    }

    @Override
    public List<String> protocols() {
        return conversation.protocols();
    }

    @Override
    public void agreed(String found) {
        protocol = found;
    }

    @Override
    public String protocol() {
        return protocol;
    }

    @Override
    public void abandon() {
        if (session == null && over.compareAndSet(false, true)) {
            conversation.abandon();
            life.end();
        }
    }

    // ---- what comes ------------------------------------------------------------------------------------------

    @Override
    public void onOpen(CoreSession opened, Callback callback) {
        session = opened;
        callback.succeeded();
        opened.demand();
        env.start("conversation", TaskKind.LIGHT, () -> run(opened));
    }

    @Override
    public void onFrame(Frame frame, Callback callback) {
        CoreSession open = opened();
        switch (frame.getOpCode()) {
            case OpCode.PING -> pongs.answer(open, frame, callback);
            case OpCode.TEXT, OpCode.BINARY, OpCode.CONTINUATION -> part(open, frame, callback);
            case OpCode.CLOSE -> {
                received.close();
                callback.succeeded();
            }
            default -> { // A pong.
                callback.succeeded();
                open.demand();
            }
        }
    }

    /// The next frame is asked for at once only while a message is not whole.
    private void part(CoreSession open, Frame frame, Callback callback) {
        byte[] payload = new byte[frame.getPayloadLength()];
        frame.getPayload().get(payload);
        callback.succeeded();
        if (begun.size() + payload.length > MOST_MESSAGE_BYTES) {
            open.close(CloseStatus.MESSAGE_TOO_LARGE, "", Callback.NOOP);
            received.close(); // After the reason: the conversation, which ends now, gives none.
            return;
        }
        begun.writeBytes(payload);
        if (!frame.isFin()) {
            open.demand();
            return;
        }
        byte[] message = begun.toByteArray();
        begun.reset();
        owed.set(true);
        if (!received.offer(message)) {
            demandOwed(open); // It is over: whatever still comes is dropped, until the client's good-bye.
        }
    }

    @Override
    public void onError(Throwable cause, Callback callback) {
        received.close();
        callback.succeeded();
    }

    @Override
    public void onClosed(CloseStatus status, Callback callback) {
        end.reached();
        received.close();
        callback.succeeded();
    }

    @Override
    public Received receive(Duration deadline) {
        Optional<byte[]> message = received.take(deadline);
        if (message.isPresent()) {
            demandOwed(opened());
            return new Received.Message(message.get());
        }
        return received.closed() || underWay.ending() ? Received.CLOSED : Received.NOTHING;
    }

    /// The next frame is asked for once for each message.
    private void demandOwed(CoreSession open) {
        if (owed.compareAndSet(true, false)) {
            open.demand();
        }
    }

    // ---- what goes -------------------------------------------------------------------------------------------

    @Override
    public void send(byte[] message) {
        Promise<Optional<Throwable>> sent = env.promise();
        opened().sendFrame(
                        new Frame(OpCode.BINARY, true, ByteBuffer.wrap(message)),
                        Callback.from(
                                () -> sent.complete(Optional.empty()), failure -> sent.complete(Optional.of(failure))),
                        false);
        Optional<Optional<Throwable>> outcome = sent.await(limits.stall());
        if (outcome.isEmpty()) {
            throw new BrokenOffException("the client took nothing for " + limits.stall());
        }
        if (outcome.get().isPresent()) {
            throw new BrokenOffException("the client is gone", outcome.get().get());
        }
    }

    private void run(CoreSession open) {
        try {
            conversation.run(this);
            open.close(CloseStatus.NORMAL, "", Callback.NOOP);
        } catch (BrokenOffException e) {
            log.debug("a conversation ended early: {}", e.getMessage());
            open.abort();
        } catch (RuntimeException e) {
            log.error("a conversation failed", e);
            open.close(CloseStatus.SERVER_ERROR, "", Callback.NOOP);
        } finally {
            end.awaited(open);
            over.set(true);
            received.close();
            demandOwed(open); // What is left is not taken, but the client's good-bye lies behind it.
            life.end();
        }
    }

    private CoreSession opened() {
        CoreSession open = session;
        if (open == null) {
            throw new IllegalStateException("a message before the WebSocket was open");
        }
        return open;
    }
}
