package dev.setpoint.client.testing;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A watch on which [FaultSwitches] act.
///
/// Whoever waits in the watch below when it ends or expires learns of it with the next event or when the deadline
/// comes, like one whose connection breaks without a word.
final class SwitchedWatch implements Watch {
    private enum State {
        OPEN,
        ENDED,
        EXPIRED
    }

    private final Watch watch;
    private final String resource;
    private final Env env;
    private final FaultSwitches switches;
    /// Rung when a switch was moved; one ring is as good as many.
    private final BoundedQueue<String> bell;

    private volatile State state = State.OPEN;
    /// What the server has sent and nobody was told yet.
    private List<WatchEvent> kept = List.of();

    private Optional<WatchEvent> last = Optional.empty();

    SwitchedWatch(Watch watch, String resource, Env env, FaultSwitches switches) {
        this.watch = watch;
        this.resource = resource;
        this.env = env;
        this.switches = switches;
        this.bell = env.queue(1);
    }

    String resource() {
        return resource;
    }

    @Override
    public List<WatchEvent> next(Duration deadline) {
        long end = env.monotonicNanos() + deadline.toNanos();
        while (true) {
            refuseUnlessOpen();
            Duration left = Duration.ofNanos(Math.max(0, end - env.monotonicNanos()));
            if (switches.holds(resource)) {
                if (left.isZero() || bell.take(left).isEmpty()) {
                    return List.of();
                }
            } else if (kept.isEmpty()) {
                kept = watch.next(left);
                if (kept.isEmpty()) {
                    refuseUnlessOpen();
                    return kept;
                }
            } else {
                return told();
            }
        }
    }

    private List<WatchEvent> told() {
        List<WatchEvent> events = kept;
        kept = List.of();
        if (switches.duplicating()) {
            List<WatchEvent> twice = new ArrayList<>();
            last.ifPresent(twice::add);
            twice.addAll(events);
            twice.addAll(events);
            last = Optional.of(events.getLast());
            return twice;
        }
        last = Optional.of(events.getLast());
        return events;
    }

    private void refuseUnlessOpen() {
        switch (state) {
            case OPEN -> {}
            case ENDED -> throw new WatchClosedException("a fault: the connection broke");
            case EXPIRED ->
                throw new ApiException(new ApiError.Expired("a fault: too old resource version", Optional.empty()));
        }
    }

    void ring() {
        bell.offer("look");
    }

    void end() {
        state = State.ENDED;
        ring();
    }

    void expire() {
        state = State.EXPIRED;
        ring();
    }

    @Override
    public void close() {
        switches.closed(this);
        watch.close();
    }
}
