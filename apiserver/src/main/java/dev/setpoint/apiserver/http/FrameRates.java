package dev.setpoint.apiserver.http;

import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.io.RateControl;
import org.eclipse.jetty.util.NanoTime;

/// Ends an HTTP/2 connection on which too many frames come that bring nothing.
///
/// Window updates have a rate of their own: a client that reads many large answers quickly sends them late. Resets,
/// pings and settings have no such reason; a reset costs the server a request that was begun for nothing.
///
/// Used by the one thread that reads the connection.
final class FrameRates implements RateControl {
    private final Window windowUpdates;
    private final Window others;

    FrameRates(Limits limits) {
        this.windowUpdates = new Window(limits.windowFrames());
        this.others = new Window(limits.controlFrames());
    }

    @Override
    public boolean onEvent(Object event) {
        return (event instanceof WindowUpdateFrame ? windowUpdates : others).admits(NanoTime.now());
    }

    /// So many in a second, and as many at once.
    private static final class Window {
        private final int most;
        private final long nanosOfEach;
        private double left;
        private long seenNanos;

        Window(int most) {
            this.most = most;
            this.nanosOfEach = TimeUnit.SECONDS.toNanos(1) / most;
            this.left = most;
            this.seenNanos = NanoTime.now();
        }

        boolean admits(long now) {
            left = Math.min(most, left + (double) (now - seenNanos) / nanosOfEach);
            seenNanos = now;
            left -= 1;
            return left >= 0;
        }
    }
}
