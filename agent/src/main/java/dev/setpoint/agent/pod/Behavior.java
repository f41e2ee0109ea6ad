package dev.setpoint.agent.pod;

import dev.setpoint.machinery.json.JsonObject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/// What a pod declares that its containers do. The annotations are listed in the package's description.
///
/// @param run how long containers run; empty for ever
/// @param readyAfter from start to ready where the pod says it; otherwise the probes decide
/// @param neverReady the pod says that it never becomes ready
/// @param imagePullError empty when images can be had
public record Behavior(
        Duration start,
        Duration init,
        Optional<Duration> run,
        int exitCode,
        Optional<Duration> readyAfter,
        boolean neverReady,
        Duration stop,
        String imagePullError) {
    private static final String PREFIX = "sim.setpoint.dev/";
    private static final Duration RUN_OF_A_JOB = Duration.ofSeconds(1);
    private static final BigDecimal LONGEST =
            BigDecimal.valueOf(Duration.ofDays(3650).toSeconds());

    /// @param defaultStart how long a pod that says nothing stays in ContainerCreating
    public static Behavior of(PodView pod, Duration defaultStart) {
        Optional<Integer> exitCode = pod.annotation(PREFIX + "exit-code").flatMap(Behavior::exitCode);
        return new Behavior(
                seconds(pod, "start-seconds").orElse(defaultStart),
                seconds(pod, "init-seconds").orElse(Duration.ZERO),
                seconds(pod, "run-seconds").or(() -> defaultRun(pod, exitCode)),
                exitCode.orElse(0),
                seconds(pod, "ready-after-seconds"),
                pod.annotation(PREFIX + "ready-after-seconds").orElse("").equals("never"),
                seconds(pod, "stop-seconds").orElse(Duration.ZERO),
                pod.annotation(PREFIX + "image-pull-error").orElse(""));
    }

    private static Optional<Duration> defaultRun(PodView pod, Optional<Integer> exitCode) {
        if (exitCode.isPresent()) {
            return Optional.of(Duration.ZERO);
        }
        return pod.madeByJob() ? Optional.of(RUN_OF_A_JOB) : Optional.empty();
    }

    private static Optional<Duration> seconds(PodView pod, String name) {
        return pod.annotation(PREFIX + name).flatMap(Behavior::duration);
    }

    private static Optional<Duration> duration(String text) {
        try {
            BigDecimal seconds = new BigDecimal(text);
            boolean sensible = seconds.signum() >= 0 && seconds.compareTo(LONGEST) <= 0;
            return sensible
                    ? Optional.of(Duration.ofNanos(seconds.movePointRight(9).longValue()))
                    : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> exitCode(String text) {
        return text.matches("\\d{1,3}") ? Optional.of(Integer.parseInt(text)) : Optional.empty();
    }

    /// From the start of a container until it is ready; empty when it never is.
    Optional<Duration> readiness(JsonObject container) {
        if (neverReady) {
            return Optional.empty();
        }
        return readyAfter.or(() ->
                Optional.of(initialDelay(container, "startupProbe").plus(initialDelay(container, "readinessProbe"))));
    }

    private static Duration initialDelay(JsonObject container, String probe) {
        JsonObject found = container.object(probe);
        return found == null ? Duration.ZERO : Duration.ofSeconds(found.integerOr("initialDelaySeconds", 0));
    }
}
