package dev.setpoint.simulation.fault;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchClosedException;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A watch whose events come late, twice, or not at all.
final class FaultyWatch implements Watch {
    private static final int RESYNC_MILLIS = 2_000;

    private final String process;
    private final String what;
    private final Env env;
    private final Watch watch;
    private final Supplier<Optional<Injection>> faults;
    private final Host host;
    private List<WatchEvent> again = List.of();

    FaultyWatch(String process, String what, Env env, Watch watch, Supplier<Optional<Injection>> faults, Host host) {
        this.process = process;
        this.what = what;
        this.env = env;
        this.watch = watch;
        this.faults = faults;
        this.host = host;
    }

    @Override
    public List<WatchEvent> next(Duration deadline) {
        if (!again.isEmpty()) {
            List<WatchEvent> twice = again;
            again = List.of();
            return twice;
        }
        List<WatchEvent> events = watch.next(deadline);
        if (events.stream().allMatch(WatchEvent.Bookmark.class::isInstance)) {
            return events;
        }
        if (host.withholdsEvents()) {
            env.sleep(Duration.ofMillis(env.random().nextInt(RESYNC_MILLIS)));
            throw expired();
        }
        Optional<Injection> injection = faults.get();
        List<WatchEvent> seen = injection.isEmpty() ? events : troubled(events, injection.get());
        host.tell(
                process,
                () -> "sees " + seen.stream().map(FaultyWatch::describe).toList());
        return seen;
    }

    private List<WatchEvent> troubled(List<WatchEvent> events, Injection injection) {
        switch (injection.fault()) {
            case EVENTS_LATE -> env.sleep(injection.length());
            case EVENTS_TWICE -> again = events;
            case EVENTS_COALESCED -> {
                env.sleep(injection.length());
                return coalesced(events, watch.next(Duration.ZERO));
            }
            case WATCH_DROPPED -> throw new WatchClosedException("a fault: the connection broke");
            case WATCH_EXPIRED -> throw expired();
            default -> {}
        }
        return events;
    }

    /// Of each object the last event only.
    private static List<WatchEvent> coalesced(List<WatchEvent> events, List<WatchEvent> more) {
        Map<Key, WatchEvent> last = new LinkedHashMap<>();
        for (List<WatchEvent> some : List.of(events, more)) {
            for (WatchEvent event : some) {
                if (!(event instanceof WatchEvent.Bookmark)) {
                    last.remove(event.object().key());
                    last.put(event.object().key(), event);
                }
            }
        }
        return new ArrayList<>(last.values());
    }

    private static String describe(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Added(var object) -> object + " added";
            case WatchEvent.Modified(var object) -> object + " modified";
            case WatchEvent.Deleted(var object) -> object + " deleted";
            case WatchEvent.Bookmark bookmark -> "nothing up to " + bookmark.revision();
        };
    }

    private ApiException expired() {
        return new ApiException(new ApiError.Expired("a fault: too old resource version of " + what, Optional.empty()));
    }

    @Override
    public void close() {
        watch.close();
    }
}
