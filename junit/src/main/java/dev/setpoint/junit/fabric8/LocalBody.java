package dev.setpoint.junit.fabric8;

import dev.setpoint.apiserver.http.LocalCalls.Content;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.TaskKind;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// The body of an answer, handed out part by part, each when it is asked for.
final class LocalBody implements AsyncBody {
    private static final Duration PULSE = Duration.ofSeconds(1);
    /// Nobody asks for so many parts before the first has come.
    private static final int MOST_ASKED = 1_000;

    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final BoundedQueue<Boolean> asked;
    private final AsyncBody.Consumer<List<ByteBuffer>> consumer;

    private LocalBody(Env env, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        this.asked = env.queue(MOST_ASKED);
        this.consumer = consumer;
    }

    static LocalBody of(Env env, Content content, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        LocalBody body = new LocalBody(env, consumer);
        switch (content) {
            case Content.Whole(byte[] bytes) -> body.run(env, once(bytes), () -> {});
            case Content.Events(var frames) ->
                body.run(env, deadline -> frames.next(deadline).map(LocalBody::lines), frames::close);
            case Content.Text(var text) -> body.run(env, text::next, text::close);
        }
        return body;
    }

    private static Function<Duration, Optional<byte[]>> once(byte[] bytes) {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        return _ -> {
            if (!left.hasRemaining()) {
                return Optional.empty();
            }
            left.position(left.limit());
            return Optional.of(bytes);
        };
    }

    private static byte[] lines(List<byte[]> frames) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            lines.writeBytes(frame);
            lines.write('\n');
        }
        return lines.toByteArray();
    }

    private void run(Env env, Function<Duration, Optional<byte[]>> next, Runnable close) {
        env.start("body", TaskKind.LIGHT, () -> {
            try {
                carry(next);
                done.complete(null);
            } catch (Exception e) { // The consumer's signature: whatever it was, it is the reader's to know.
                done.completeExceptionally(e);
            } finally {
                close.run();
            }
        });
    }

    private void carry(Function<Duration, Optional<byte[]>> next) throws Exception {
        while (!asked.closed()) {
            if (asked.take(PULSE).isEmpty()) {
                continue;
            }
            Optional<byte[]> part = next.apply(PULSE);
            while (part.isPresent() && part.get().length == 0 && !asked.closed()) {
                part = next.apply(PULSE);
            }
            if (part.isEmpty()) {
                return;
            }
            consumer.consume(List.of(ByteBuffer.wrap(part.get())), this);
        }
    }

    /// Asking twice for the same part is asking once.
    @Override
    @SuppressWarnings("CheckReturnValue")
    public void consume() {
        asked.offer(true);
    }

    @Override
    public CompletableFuture<Void> done() {
        return done;
    }

    @Override
    public void cancel() {
        asked.close();
    }
}
