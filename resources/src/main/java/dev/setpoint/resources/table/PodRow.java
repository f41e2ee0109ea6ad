package dev.setpoint.resources.table;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A pod. Its status is told in one word, which is found by going through the containers in order: the first init
/// container that is not done, or else the first container that has something to say.
final class PodRow {
    private final Subject pod;
    private final List<JsonObject> initContainers;
    private final Set<String> sidecars = new HashSet<>();
    private String reason;
    private long ready;
    private long restarts;
    private @Nullable Instant lastRestart;
    /// Sidecars go on beside the containers, so that their restarts count once initialization is over.
    private long sidecarRestarts;

    private @Nullable Instant lastSidecarRestart;

    private PodRow(Subject pod) {
        this.pod = pod;
        this.initContainers = pod.objects("spec", "initContainers");
        for (JsonObject container : initContainers) {
            if (container.textOr("restartPolicy", "").equals("Always")) {
                sidecars.add(container.textOr("name", ""));
            }
        }
        this.reason = pod.textOr(pod.text("status", "phase"), "status", "reason");
        for (JsonObject condition : pod.objects("status", "conditions")) {
            if (is(condition, "type", "PodScheduled") && is(condition, "reason", "SchedulingGated")) {
                reason = "SchedulingGated";
            }
        }
    }

    static Row print(Subject pod) {
        return new PodRow(pod).row();
    }

    private Row row() {
        boolean initializing = readInitContainers();
        if (!initializing || pod.condition("Initialized").equals("True")) {
            readContainers();
        }
        String phase = pod.text("status", "phase");
        if (pod.deleting() && pod.text("status", "reason").equals("NodeLost")) {
            reason = "Unknown";
        } else if (pod.deleting() && !phase.equals("Failed") && !phase.equals("Succeeded")) {
            reason = "Terminating";
        }
        long total = pod.size("spec", "containers") + sidecars.size();
        Row row = Row.of(
                pod.name(),
                ready + "/" + total,
                reason,
                restartsText(),
                pod.age(),
                address(),
                pod.textOr(Subject.NONE, "spec", "nodeName"),
                pod.textOr(Subject.NONE, "status", "nominatedNodeName"),
                readinessGates());
        return switch (phase) {
            case "Succeeded" -> row.with(completed(phase, "The pod has completed successfully."));
            case "Failed" -> row.with(completed(phase, "The pod failed."));
            default -> row;
        };
    }

    /// Whether some init container is not done.
    private boolean readInitContainers() {
        List<JsonObject> statuses = pod.objects("status", "initContainerStatuses");
        for (int i = 0; i < statuses.size(); i++) {
            JsonObject status = statuses.get(i);
            boolean sidecar = sidecars.contains(status.textOr("name", ""));
            countRestarts(status);
            if (sidecar) {
                sidecarRestarts += status.integerOr("restartCount", 0);
                lastSidecarRestart = later(lastSidecarRestart, finished(status));
            }
            JsonObject terminated = state(status, "terminated");
            if (terminated != null && terminated.integerOr("exitCode", 0) == 0) {
                continue;
            }
            if (sidecar && status.booleanOr("started", false)) {
                ready += status.booleanOr("ready", false) ? 1 : 0;
                continue;
            }
            reason = "Init:" + initReason(status, terminated, i);
            return true;
        }
        return false;
    }

    private String initReason(JsonObject status, @Nullable JsonObject terminated, int index) {
        if (terminated != null) {
            return terminatedReason(terminated);
        }
        JsonObject waiting = state(status, "waiting");
        String why = waiting == null ? "" : waiting.textOr("reason", "");
        return why.isEmpty() || why.equals("PodInitializing") ? index + "/" + initContainers.size() : why;
    }

    private void readContainers() {
        restarts = sidecarRestarts;
        lastRestart = lastSidecarRestart;
        boolean running = false;
        String failure = "";
        for (JsonObject status : pod.objects("status", "containerStatuses").reversed()) {
            countRestarts(status);
            JsonObject waiting = state(status, "waiting");
            JsonObject terminated = state(status, "terminated");
            if (waiting != null && !waiting.textOr("reason", "").isEmpty()) {
                reason = waiting.textOr("reason", "");
            } else if (terminated != null) {
                reason = terminatedReason(terminated);
                failure = terminated.integerOr("exitCode", 0) == 0 ? failure : reason;
            } else if (status.booleanOr("ready", false) && state(status, "running") != null) {
                running = true;
                ready++;
            }
        }
        if (reason.equals("Completed")) {
            reason = whenSomeCompleted(running, failure);
        }
    }

    /// A pod is not completed as long as one of its containers runs.
    private String whenSomeCompleted(boolean running, String failure) {
        if (running && pod.condition("Ready").equals("True")) {
            return "Running";
        }
        if (!failure.isEmpty()) {
            return failure;
        }
        return running ? "NotReady" : "Completed";
    }

    private static String terminatedReason(JsonObject terminated) {
        String why = terminated.textOr("reason", "");
        if (!why.isEmpty()) {
            return why;
        }
        long signal = terminated.integerOr("signal", 0);
        return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.integerOr("exitCode", 0);
    }

    private void countRestarts(JsonObject status) {
        restarts += status.integerOr("restartCount", 0);
        lastRestart = later(lastRestart, finished(status));
    }

    private String restartsText() {
        return restarts != 0 && lastRestart != null
                ? restarts + " (" + pod.since(lastRestart) + " ago)"
                : Long.toString(restarts);
    }

    private String address() {
        List<JsonObject> addresses = pod.objects("status", "podIPs");
        String address = addresses.isEmpty() ? "" : addresses.getFirst().textOr("ip", "");
        return address.isEmpty() ? Subject.NONE : address;
    }

    private String readinessGates() {
        List<JsonObject> gates = pod.objects("spec", "readinessGates");
        if (gates.isEmpty()) {
            return Subject.NONE;
        }
        long open = gates.stream()
                .filter(gate -> pod.condition(gate.textOr("conditionType", "")).equals("True"))
                .count();
        return open + "/" + gates.size();
    }

    private static @Nullable JsonObject state(JsonObject status, String name) {
        return status.at("state", name) instanceof JsonObject state ? state : null;
    }

    private static Optional<Instant> finished(JsonObject status) {
        return status.at("lastState", "terminated", "finishedAt") instanceof JsonValue.JsonString(String text)
                ? Timestamps.parse(text)
                : Optional.empty();
    }

    private static @Nullable Instant later(@Nullable Instant one, Optional<Instant> other) {
        return other.isPresent() && (one == null || one.isBefore(other.get())) ? other.get() : one;
    }

    private static boolean is(JsonObject object, String field, String value) {
        return object.textOr(field, "").equals(value);
    }

    private static JsonObject completed(String phase, String message) {
        return new JsonObject()
                .put("type", "Completed")
                .put("status", "True")
                .put("reason", phase)
                .put("message", message);
    }
}
