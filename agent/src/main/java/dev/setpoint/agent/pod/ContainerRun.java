package dev.setpoint.agent.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One container of a pod: what it does now and how its last run ended.
///
/// @param spec as the pod declares it
/// @param restarts how often it was started again
record ContainerRun(JsonObject spec, State state, Optional<State.Ended> last, int restarts, boolean ready) {
    sealed interface State {
        record Waiting(String reason, String message) implements State {}

        record Running(Instant since) implements State {}

        record Ended(int exitCode, String reason, Instant since, Instant until) implements State {}
    }

    /// From the statuses that the API shows, or as a container is before anything happened to it.
    static ContainerRun read(JsonObject spec, List<JsonObject> statuses, String initialReason, Instant now) {
        String name = spec.textOr("name", "");
        for (JsonObject status : statuses) {
            if (status.textOr("name", "").equals(name)) {
                return new ContainerRun(
                        spec,
                        state(PodView.orEmpty(status.object("state")), initialReason, now),
                        ended(PodView.orEmpty(status.object("lastState")), now),
                        (int) status.integerOr("restartCount", 0),
                        status.booleanOr("ready", false));
            }
        }
        return new ContainerRun(spec, new State.Waiting(initialReason, ""), Optional.empty(), 0, false);
    }

    private static State state(JsonObject state, String initialReason, Instant now) {
        JsonObject running = state.object("running");
        if (running != null) {
            return new State.Running(PodView.time(running, "startedAt").orElse(now));
        }
        Optional<State.Ended> ended = ended(state, now);
        if (ended.isPresent()) {
            return ended.get();
        }
        JsonObject waiting = state.object("waiting");
        return waiting == null
                ? new State.Waiting(initialReason, "")
                : new State.Waiting(waiting.textOr("reason", ""), waiting.textOr("message", ""));
    }

    private static Optional<State.Ended> ended(JsonObject state, Instant now) {
        JsonObject terminated = state.object("terminated");
        if (terminated == null) {
            return Optional.empty();
        }
        return Optional.of(new State.Ended(
                (int) terminated.integerOr("exitCode", 0),
                terminated.textOr("reason", ""),
                PodView.time(terminated, "startedAt").orElse(now),
                PodView.time(terminated, "finishedAt").orElse(now)));
    }

    String name() {
        return spec.textOr("name", "");
    }

    String image() {
        return spec.textOr("image", "");
    }

    boolean sidecar() {
        return spec.textOr("restartPolicy", "").equals("Always");
    }

    boolean running() {
        return state instanceof State.Running;
    }

    boolean succeeded() {
        return state instanceof State.Ended end && end.exitCode() == 0;
    }

    /// Whether it has ever been started.
    boolean ran() {
        return !(state instanceof State.Waiting) || last.isPresent();
    }

    ContainerRun in(State newState) {
        return new ContainerRun(spec, newState, last, restarts, false);
    }

    ContainerRun ready(boolean newReady) {
        return new ContainerRun(spec, state, last, restarts, newReady);
    }

    /// The run is over and the container will run again.
    ContainerRun ended(State.Ended end, State next) {
        return new ContainerRun(spec, next, Optional.of(end), restarts, false);
    }

    ContainerRun restarted(Instant now) {
        return new ContainerRun(spec, new State.Running(now), last, restarts + 1, false);
    }

    /// As a kubelet reports it.
    JsonObject status(String podUid) {
        JsonObject status = new JsonObject()
                .put("name", name())
                .put("state", json(state, podUid, restarts))
                .put(
                        "lastState",
                        last.map(end -> json(end, podUid, Math.max(0, restarts - 1)))
                                .orElseGet(JsonObject::new))
                .put("ready", ready)
                .put("restartCount", restarts)
                .put("image", image())
                .put("imageID", ran() ? SimulatedIds.image(image()) : "");
        if (ran()) {
            JsonObject resources = PodView.orEmpty(spec.object("resources"));
            status.put("containerID", SimulatedIds.container(podUid, name(), restarts))
                    .put("resources", resources.copy());
            JsonObject requests = resources.object("requests");
            if (requests != null) {
                status.put("allocatedResources", requests.copy());
            }
        }
        status.put("started", running());
        List<JsonObject> mounts = PodView.objects(spec, "volumeMounts");
        if (!mounts.isEmpty()) {
            JsonArray statuses = new JsonArray();
            mounts.forEach(mount -> statuses.add(mountStatus(mount)));
            status.put("volumeMounts", statuses);
        }
        return status;
    }

    private JsonObject json(State shown, String podUid, int restart) {
        return switch (shown) {
            case State.Waiting(var reason, var message) -> {
                JsonObject waiting = new JsonObject().put("reason", reason);
                yield new JsonObject().put("waiting", message.isEmpty() ? waiting : waiting.put("message", message));
            }
            case State.Running(var since) ->
                new JsonObject().put("running", new JsonObject().put("startedAt", Timestamps.seconds(since)));
            case State.Ended(var exitCode, var reason, var since, var until) ->
                new JsonObject()
                        .put(
                                "terminated",
                                new JsonObject()
                                        .put("exitCode", exitCode)
                                        .put("reason", reason)
                                        .put("startedAt", Timestamps.seconds(since))
                                        .put("finishedAt", Timestamps.seconds(until))
                                        .put("containerID", SimulatedIds.container(podUid, name(), restart)));
        };
    }

    private static JsonObject mountStatus(JsonObject mount) {
        JsonObject status =
                new JsonObject().put("name", mount.textOr("name", "")).put("mountPath", mount.textOr("mountPath", ""));
        return mount.booleanOr("readOnly", false)
                ? status.put("readOnly", true).put("recursiveReadOnly", "Disabled")
                : status;
    }
}
