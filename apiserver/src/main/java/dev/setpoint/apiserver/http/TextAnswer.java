package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.TextStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// Plain text, sent as it comes.
final class TextAnswer {
    /// How long it may take to notice that the client hung up or that the server ends.
    private static final Duration PULSE = Duration.ofSeconds(1);

    private TextAnswer() {}

    /// @param follows whether it goes on for as long as the client likes
    static void run(Exchange exchange, int code, TextStream text, boolean follows, CallsUnderWay traffic)
            throws IOException {
        AtomicBoolean gone = new AtomicBoolean();
        if (follows) {
            HangUp.notice(exchange, () -> gone.set(true));
        }
        if (code == 204) {
            exchange.begin(code);
        } else {
            exchange.begin(code, "text/plain");
            exchange.write(false, ByteBuffer.allocate(0)); // Whoever follows a log waits for the headers first.
        }
        Optional<byte[]> part = text.next(PULSE);
        while (part.isPresent() && !gone.get() && !traffic.ending()) {
            if (part.get().length > 0) {
                exchange.write(false, ByteBuffer.wrap(part.get()));
            }
            part = text.next(PULSE);
        }
        if (!gone.get()) {
            exchange.write(true, ByteBuffer.allocate(0));
        }
    }
}
