package dev.setpoint.conformance.lessons;

import dev.setpoint.conformance.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// `kubectl get pods --watch`, read event by event: what somebody who watches sees, in the order in which
/// it happened.
final class PodWatch implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String EVENT = "jsonpath={.type}|{.object.metadata.name}|{.object.metadata.deletionTimestamp}"
            + "|{.object.status.conditions[?(@.type==\"Ready\")].status}{\"\\n\"}";

    private final Process process;
    private final List<Moment> moments = new ArrayList<>();
    private final Set<String> names = new LinkedHashSet<>();

    /// After one event: the pods that are there and do not end, and whether each is ready.
    record Moment(String event, Map<String, Boolean> pods) {
        long ready() {
            return pods.values().stream().filter(ready -> ready).count();
        }
    }

    PodWatch(Kubectl kubectl, String selector) {
        process = kubectl.start("get", "pods", "-l", selector, "--watch", "--output-watch-events", "-o", EVENT);
        Thread.ofPlatform().daemon().start(this::read);
    }

    private void read() {
        Map<String, Boolean> pods = new LinkedHashMap<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] event = line.split("\\|", -1);
                boolean ends = event[0].equals("DELETED") || !event[2].isEmpty();
                if (ends) {
                    pods.remove(event[1]);
                } else {
                    pods.put(event[1], event[3].equals("True"));
                }
                add(event[1], new Moment(line, new LinkedHashMap<>(pods)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void add(String name, Moment moment) {
        names.add(name);
        moments.add(moment);
        notifyAll();
    }

    /// Waits for a moment like this as the newest one.
    synchronized void await(Predicate<Moment> expected) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (moments.isEmpty() || !expected.test(moments.getLast())) {
            long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
            if (left <= 0) {
                throw new AssertionError("never seen: " + moments);
            }
            wait(left);
        }
    }

    synchronized List<Moment> moments() {
        return List.copyOf(moments);
    }

    /// Of every pod that there ever was.
    synchronized Set<String> names() {
        return new LinkedHashSet<>(names);
    }

    @Override
    public void close() {
        process.destroy();
    }
}
