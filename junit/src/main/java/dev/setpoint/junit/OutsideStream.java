package dev.setpoint.junit;

import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Carries what a stream in a world gives to a reader in the real one. Neither waits for the other: a reader that
/// falls far behind finds that the stream has ended, as any slow client does.
///
/// @param <T> what comes at a time
final class OutsideStream<T> {
    private static final int MOST_BEHIND = 10_000;
    /// Of the world's time.
    private static final Duration PULSE = Duration.ofHours(1);

    private final BoundedQueue<T> parts;
    private final Task carrier;
    private volatile @Nullable ApiException failure;

    private OutsideStream(
            Drive drive, Env real, Function<Duration, Optional<T>> next, Predicate<T> nothing, Runnable close) {
        this.parts = real.queue(MOST_BEHIND);
        this.carrier = drive.world().start("carry", TaskKind.LIGHT, () -> carry(next, nothing, close));
        drive.nudge();
    }

    static EventStream events(Drive drive, Env real, EventStream inside) {
        var carried = new OutsideStream<>(drive, real, inside::next, List::isEmpty, inside::close);
        return new EventStream() {
            @Override
            public Optional<List<WatchEvent>> next(Duration deadline) {
                return carried.take(deadline, List.of());
            }

            @Override
            public void close() {
                carried.close();
            }
        };
    }

    static TextStream text(Drive drive, Env real, TextStream inside) {
        var carried = new OutsideStream<>(drive, real, inside::next, part -> part.length == 0, inside::close);
        return new TextStream() {
            @Override
            public Optional<byte[]> next(Duration deadline) {
                return carried.take(deadline, new byte[0]);
            }

            @Override
            public void close() {
                carried.close();
            }
        };
    }

    private void carry(Function<Duration, Optional<T>> next, Predicate<T> nothing, Runnable close) {
        try {
            Optional<T> part = next.apply(PULSE);
            while (part.isPresent() && (nothing.test(part.get()) || parts.offer(part.get()))) {
                part = next.apply(PULSE);
            }
        } catch (ApiException e) {
            failure = e;
        } finally {
            parts.close();
            close.run();
        }
    }

    private Optional<T> take(Duration deadline, T nothing) {
        Optional<T> part = parts.take(deadline);
        if (part.isPresent()) {
            return part;
        }
        if (!parts.closed()) {
            return Optional.of(nothing);
        }
        ApiException why = failure;
        if (why != null) {
            failure = null;
            throw why;
        }
        return Optional.empty();
    }

    private void close() {
        carrier.cancel();
    }
}
