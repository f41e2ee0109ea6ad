package dev.setpoint.agent.pod;

import dev.setpoint.agent.pod.ContainerRun.State;
import java.time.Duration;

/// How long a container that ended stays down: not at all the first time, then ten seconds doubling to five minutes. A
/// run of ten minutes makes good for all before it.
final class RestartDelay {
    private static final Duration FIRST = Duration.ofSeconds(10);
    static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration GOOD_RUN = Duration.ofMinutes(10);

    private RestartDelay() {}

    /// @param restarts how often it was restarted before
    static Duration after(State.Ended end, int restarts) {
        boolean good = Duration.between(end.since(), end.until()).compareTo(GOOD_RUN) >= 0;
        return restarts == 0 || good ? Duration.ZERO : doubled(restarts - 1);
    }

    static Duration doubled(int times) {
        Duration delay = FIRST;
        for (int i = 0; i < times && delay.compareTo(LONGEST) < 0; i++) {
            delay = delay.multipliedBy(2);
        }
        return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
    }

    /// As Go writes durations: `10s`, `1m20s`, `5m0s`.
    static String text(Duration delay) {
        return delay.toMinutes() == 0 ? delay.toSeconds() + "s" : delay.toMinutes() + "m" + delay.toSecondsPart() + "s";
    }
}
