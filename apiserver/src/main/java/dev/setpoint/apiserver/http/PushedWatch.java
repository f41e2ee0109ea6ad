package dev.setpoint.apiserver.http;

import dev.setpoint.apiserver.pipeline.CallLife;
import dev.setpoint.apiserver.pipeline.EventStream;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A watch that is written to in turns, whenever there is something to tell, by whichever thread of the pump comes by.
///
/// It owns the event stream, the life of the call and the end of the request, and ends them once.
final class PushedWatch {
    private static final Logger log = LoggerFactory.getLogger(PushedWatch.class);

    /// How much goes out with one write, unless a single event is larger: what a slow client keeps in memory.
    private static final int MOST_BYTES = 64 * 1024;

    /// After so many writes the other watches come first.
    private static final int WRITES_OF_A_TURN = 8;

    private final WatchPump pump;
    private final Exchange exchange;
    private final EventStream stream;
    private final CallsUnderWay traffic;
    private final CallLife life;
    private final Callback request;

    /// How often a turn was asked for since the last. Whoever asks first brings the watch into the queue; the thread
    /// that takes it from there is the only one at work on it until it has counted down to zero.
    private final AtomicInteger asked = new AtomicInteger();

    private final Callback written =
            Callback.from(Invocable.InvocationType.NON_BLOCKING, () -> written(null), this::written);

    private volatile boolean gone;
    private volatile boolean writing;
    private volatile @Nullable Throwable failure;

    // Of whoever has the turn.
    private List<WatchEvent> unsent = List.of();
    private long writingSinceNanos;
    private boolean failed;
    private boolean last;
    private boolean over;

    /// @param life of the call, from now on the watch's to end
    /// @param request to be completed in the end
    PushedWatch(
            WatchPump pump,
            Exchange exchange,
            EventStream stream,
            CallsUnderWay traffic,
            CallLife life,
            Callback request) {
        this.pump = pump;
        this.exchange = exchange;
        this.stream = stream;
        this.traffic = traffic;
        this.life = life;
        this.request = request;
    }

    /// Asks for a turn. Any thread may, at any time.
    void ready() {
        if (asked.getAndIncrement() == 0) {
            pump.enqueue(this);
        }
    }

    /// The client has closed the connection or the stream.
    void hangUp() {
        gone = true;
        ready();
    }

    /// Turns until nobody has asked for another meanwhile.
    void turns() {
        int answered = asked.get();
        boolean more;
        do {
            more = turn();
            answered = asked.addAndGet(-answered);
        } while (answered != 0);
        if (more) {
            ready();
        }
    }

    /// @return whether there is more to write at once
    private boolean turn() {
        try {
            for (int writes = 0; !over && !writing; writes++) {
                Throwable why = failure;
                if (gone || why != null || last) {
                    end(gone ? null : why);
                } else if (writes == WRITES_OF_A_TURN) {
                    return true;
                } else if (!writeNext()) {
                    return false;
                }
            }
            if (!over && exchange.stalled(writingSinceNanos)) {
                end(new IOException("the client took nothing for too long"));
            }
        } catch (IOException | RuntimeException | Error e) { // An Error costs this watch, not the thread of all others.
            log.error("a watch failed", e);
            end(e);
        }
        return false;
    }

    /// Begins a write; false when there is nothing to tell.
    private boolean writeNext() throws IOException {
        if (unsent.isEmpty()) {
            Optional<List<WatchEvent>> next;
            try {
                next = next();
            } catch (ApiException e) {
                failed = true;
                write(false, EventBytes.ofFailure(e.error()));
                return true;
            }
            if (next.isEmpty()) {
                last = true;
                write(true, ByteBuffer.allocate(0));
                return true;
            }
            unsent = next.get();
        }
        if (unsent.isEmpty()) {
            return false;
        }
        int count = 1;
        long size = EventFrame.size(unsent.getFirst());
        while (count < unsent.size() && (size += EventFrame.size(unsent.get(count))) <= MOST_BYTES) {
            count++;
        }
        ByteBuffer bytes = pump.bytes().of(unsent.subList(0, count));
        unsent = unsent.subList(count, unsent.size());
        write(false, bytes);
        return true;
    }

    private Optional<List<WatchEvent>> next() {
        return failed || traffic.ending() ? Optional.empty() : stream.next(Duration.ZERO);
    }

    private void write(boolean isLast, ByteBuffer bytes) {
        writing = true;
        writingSinceNanos = exchange.now();
        exchange.response().write(isLast, bytes, written);
    }

    private void end(@Nullable Throwable why) {
        over = true;
        pump.remove(this);
        stream.close();
        life.end();
        if (why == null) {
            request.succeeded();
        } else {
            log.debug("a watch ended early: {}", why.getMessage());
            request.failed(why);
        }
    }

    /// Comes once for each write, perhaps before that has returned.
    private void written(@Nullable Throwable why) {
        failure = why;
        writing = false;
        ready();
    }
}
