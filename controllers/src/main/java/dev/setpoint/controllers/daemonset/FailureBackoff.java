package dev.setpoint.controllers.daemonset;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// How fast daemons that fail are replaced, for each node: at once, then after a second, doubling up to fifteen
/// minutes. What it remembers is only a delay: to forget it does no harm.
final class FailureBackoff {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(15);
    /// More daemons than ever fail at once; the oldest delay makes room.
    private static final int CAPACITY = 10_000;

    private record Delay(Instant since, Duration length) {}

    /// Guarded by itself.
    private final Map<String, Delay> delays = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Delay> eldest) {
            return size() > CAPACITY;
        }
    };

    /// How long until a daemon that failed may be replaced.
    Duration remaining(String set, String node, Instant now) {
        synchronized (delays) {
            Delay delay = delays.get(key(set, node));
            return delay == null || forgotten(delay, now)
                    ? Duration.ZERO
                    : Duration.between(now, delay.since.plus(delay.length));
        }
    }

    /// One is being replaced.
    void replaced(String set, String node, Instant now) {
        synchronized (delays) {
            Delay before = delays.remove(key(set, node));
            Duration doubled = before == null || forgotten(before, now) ? FIRST : before.length.multipliedBy(2);
            delays.put(key(set, node), new Delay(now, doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST));
        }
    }

    private static boolean forgotten(Delay delay, Instant now) {
        return Duration.between(delay.since, now).compareTo(LONGEST.multipliedBy(2)) > 0;
    }

    private static String key(String set, String node) {
        return set + "/" + node;
    }
}
