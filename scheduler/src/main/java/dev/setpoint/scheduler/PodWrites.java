package dev.setpoint.scheduler;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.scheduler.Decision.Nomination;
import dev.setpoint.scheduler.cluster.PodInfo;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/// The bodies of what the scheduler writes about pods.
final class PodWrites {
    private static final String SCHEDULED = "PodScheduled";

    private PodWrites() {}

    static JsonObject binding(PodInfo pod, String node) {
        return new JsonObject()
                .put("apiVersion", "v1")
                .put("kind", "Binding")
                .put(
                        "metadata",
                        new JsonObject()
                                .put("name", pod.key().name())
                                .put("namespace", pod.key().namespace())
                                .put("uid", pod.uid()))
                .put("target", new JsonObject().put("kind", "Node").put("name", node));
    }

    /// Says that and why a pod waits, and for which node; empty when the API says so already.
    static Optional<JsonObject> waiting(Pod current, PodInfo pod, String why, Nomination nomination, Instant now) {
        boolean nominated = switch (nomination) {
            case Nomination.Unchanged() -> true;
            case Nomination.Node(var name) -> name.equals(nominated(current));
        };
        if (nominated && saysAlready(current, pod, why)) {
            return Optional.empty();
        }
        String transition = condition(current, SCHEDULED)
                .filter(condition -> "False".equals(condition.getStatus()))
                .map(PodCondition::getLastTransitionTime)
                .orElseGet(() -> Timestamps.seconds(now));
        JsonObject status = new JsonObject()
                .put(
                        "conditions",
                        JsonArray.of(new JsonObject()
                                .put("type", SCHEDULED)
                                .put("observedGeneration", pod.generation())
                                .put("status", "False")
                                .put("lastTransitionTime", transition)
                                .put("reason", "Unschedulable")
                                .put("message", why)));
        if (nomination instanceof Nomination.Node(var name) && !nominated) {
            nominate(status, name);
        }
        return Optional.of(patch(pod, status));
    }

    /// Says that no node is kept for the pod any more.
    static JsonObject demoted(PodInfo pod) {
        JsonObject status = new JsonObject();
        nominate(status, "");
        return patch(pod, status);
    }

    private static void nominate(JsonObject status, String node) {
        if (node.isEmpty()) {
            status.put("nominatedNodeName", JsonNull.NULL);
        } else {
            status.put("nominatedNodeName", node);
        }
    }

    /// Says that a pod is to leave for a more important one.
    static JsonObject pushedOut(PodInfo victim, String schedulerName, Instant now) {
        return patch(
                victim,
                new JsonObject()
                        .put(
                                "conditions",
                                JsonArray.of(new JsonObject()
                                        .put("type", "DisruptionTarget")
                                        .put("observedGeneration", victim.generation())
                                        .put("status", "True")
                                        .put("lastTransitionTime", Timestamps.seconds(now))
                                        .put("reason", "PreemptionByScheduler")
                                        .put(
                                                "message",
                                                schedulerName + ": preempting to accommodate a higher priority pod"))));
    }

    /// Refused when the name belongs to another pod by now.
    private static JsonObject patch(PodInfo pod, JsonObject status) {
        return new JsonObject()
                .put("metadata", new JsonObject().put("uid", pod.uid()))
                .put("status", status);
    }

    private static boolean saysAlready(Pod current, PodInfo pod, String why) {
        return condition(current, SCHEDULED)
                .filter(condition -> "False".equals(condition.getStatus())
                        && "Unschedulable".equals(condition.getReason())
                        && why.equals(condition.getMessage())
                        && Objects.equals(condition.getObservedGeneration(), pod.generation()))
                .isPresent();
    }

    private static String nominated(Pod pod) {
        return pod.getStatus() == null
                ? ""
                : Objects.requireNonNullElse(pod.getStatus().getNominatedNodeName(), "");
    }

    private static Optional<PodCondition> condition(Pod pod, String type) {
        return pod.getStatus() == null
                ? Optional.empty()
                : pod.getStatus().getConditions().stream()
                        .filter(condition -> condition.getType().equals(type))
                        .findFirst();
    }
}
