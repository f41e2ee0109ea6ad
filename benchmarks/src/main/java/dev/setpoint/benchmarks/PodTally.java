package dev.setpoint.benchmarks;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchEvent;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Counts pods from a watch, in the thread that waits for them.
final class PodTally implements AutoCloseable {
    private static final GroupVersionResource PODS = new GroupVersionResource("", "v1", "pods");
    private static final Duration POLL = Duration.ofSeconds(1);

    private final Watch watch;
    private final Set<ObjectKey> all = new HashSet<>();
    private final Set<ObjectKey> bound = new HashSet<>();
    private final Set<ObjectKey> running = new HashSet<>();

    private PodTally(Watch watch) {
        this.watch = watch;
    }

    /// Counts what comes from now on in a namespace: others have pods that nobody here asked for.
    static PodTally start(Client client, String namespace) {
        Target pods = Target.collection(PODS, namespace);
        long now = client.list(pods, ListOptions.ALL).revision();
        return new PodTally(client.watch(pods, WatchOptions.from(now)));
    }

    /// When the last of so many was seen to have a node, in nanoseconds of the system's clock.
    long awaitBound(int count, Duration patience) {
        return await("bound", bound, count, patience);
    }

    long awaitRunning(int count, Duration patience) {
        return await("running", running, count, patience);
    }

    void awaitGone(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (!all.isEmpty()) {
            advance("gone", all.size(), end);
        }
    }

    private long await(String what, Set<ObjectKey> pods, int count, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        while (pods.size() < count) {
            advance(what, pods.size(), end);
        }
        return System.nanoTime();
    }

    private void advance(String what, int count, long end) {
        if (System.nanoTime() > end) {
            throw new IllegalStateException(what + ": only " + count + " pods in time");
        }
        for (WatchEvent event : watch.next(POLL)) {
            switch (event) {
                case WatchEvent.Added(var pod) -> is(pod);
                case WatchEvent.Modified(var pod) -> is(pod);
                case WatchEvent.Deleted(var pod) -> {
                    ObjectKey key = ObjectKey.of(pod.key());
                    all.remove(key);
                    bound.remove(key);
                    running.remove(key);
                }
                case WatchEvent.Bookmark _ -> {}
            }
        }
    }

    private void is(Stored pod) {
        ObjectKey key = ObjectKey.of(pod.key());
        Map<String, String> fields = pod.header().fields();
        all.add(key);
        if (!fields.getOrDefault("spec.nodeName", "").isEmpty()) {
            bound.add(key);
        }
        if (fields.getOrDefault("status.phase", "").equals("Running")) {
            running.add(key);
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}
