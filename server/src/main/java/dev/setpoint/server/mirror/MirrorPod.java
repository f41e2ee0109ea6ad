package dev.setpoint.server.mirror;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/// The pod of a component as a tree: what a kubelet writes for a static pod that it found in a file.
final class MirrorPod {
    static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String HASH = "kubernetes.io/config.hash";
    private static final String SEEN = "kubernetes.io/config.seen";
    private static final String SOURCE = "kubernetes.io/config.source";

    private static final List<String> CONDITIONS =
            List.of("PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled");

    private MirrorPod() {}

    /// @param seen since when the component is known
    static JsonObject of(Component component, String node, String nodeUid, Instant seen) {
        JsonObject annotations = new JsonObject()
                .put(HASH, hash(component, node))
                .put(MIRROR, hash(component, node))
                .put(SEEN, Timestamps.micros(seen))
                .put(SOURCE, "file");
        JsonObject owner = new JsonObject()
                .put("apiVersion", "v1")
                .put("controller", true)
                .put("kind", "Node")
                .put("name", node)
                .put("uid", nodeUid);
        JsonObject metadata = new JsonObject()
                .put("name", component.pod(node).name())
                .put("namespace", Component.NAMESPACE)
                .put("annotations", annotations)
                .put(
                        "labels",
                        new JsonObject().put("component", component.name()).put("tier", "control-plane"))
                .put("ownerReferences", JsonArray.of(owner));
        return new JsonObject().put("metadata", metadata).put("spec", spec(component, node));
    }

    private static JsonObject spec(Component component, String node) {
        JsonObject container = new JsonObject()
                .put("name", component.name())
                .put("image", component.image())
                .put("imagePullPolicy", "IfNotPresent")
                .put("command", JsonArray.ofTexts(component.command()));
        return new JsonObject()
                .put("containers", JsonArray.of(container))
                .put("hostNetwork", true)
                .put("nodeName", node)
                .put("priorityClassName", "system-node-critical")
                .put("restartPolicy", "Always")
                .put(
                        "securityContext",
                        new JsonObject().put("seccompProfile", new JsonObject().put("type", "RuntimeDefault")))
                .put(
                        "tolerations",
                        JsonArray.of(new JsonObject().put("effect", "NoExecute").put("operator", "Exists")));
    }

    /// Tells whether a pod mirrors the component as it is now.
    private static String hash(Component component, String node) {
        return UUID.nameUUIDFromBytes(spec(component, node).toString().getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    }

    /// Whether this pod is the one that the component has on this very node. A pod's spec hardly ever
    /// changes: any other is replaced.
    static boolean mirrors(JsonObject pod, Component component, String node, String nodeUid) {
        JsonObject metadata = pod.child("metadata");
        JsonArray owners = metadata.array("ownerReferences");
        return metadata.child("annotations").textOr(MIRROR, "").equals(hash(component, node))
                && owners != null
                && owners.objects().stream()
                        .anyMatch(owner -> owner.textOr("uid", "").equals(nodeUid));
    }

    /// Whether the status tells of this life already.
    static boolean tells(JsonObject status, ComponentState life) {
        JsonArray containers = status.array("containerStatuses");
        JsonArray conditions = status.array("conditions");
        if (containers == null || containers.isEmpty() || conditions == null) {
            return false;
        }
        JsonObject container = containers.objects().getFirst();
        return status.textOr("phase", "").equals("Running")
                && container.booleanOr("ready", false)
                && container.integerOr("restartCount", -1) == life.restarts()
                && container
                        .child("state")
                        .child("running")
                        .textOr("startedAt", "")
                        .equals(time(life.started()))
                && CONDITIONS.stream()
                        .allMatch(type -> conditions.objects().stream()
                                .anyMatch(condition -> condition
                                                .textOr("type", "")
                                                .equals(type)
                                        && condition.textOr("status", "").equals("True")));
    }

    /// @param address of the node, which such a pod shares
    static JsonObject status(Component component, ComponentState life, String address, long generation) {
        JsonArray conditions = new JsonArray();
        CONDITIONS.forEach(type -> conditions.add(new JsonObject()
                .put("type", type)
                .put("status", "True")
                .put("observedGeneration", generation)
                .put("lastTransitionTime", time(life.started()))));
        JsonObject container = new JsonObject()
                .put("name", component.name())
                .put("image", component.image())
                .put("imageID", component.image())
                .put("containerID", containerId(component, life.started()))
                .put("ready", true)
                .put("started", true)
                .put("restartCount", life.restarts())
                .put("state", new JsonObject().put("running", new JsonObject().put("startedAt", time(life.started()))))
                .put("lastState", lastState(component, life));
        JsonObject status = new JsonObject()
                .put("observedGeneration", generation)
                .put("phase", "Running")
                .put("conditions", conditions)
                .put("startTime", time(life.started()))
                .put("containerStatuses", JsonArray.of(container));
        if (!address.isEmpty()) {
            JsonObject ip = new JsonObject().put("ip", address);
            status.put("hostIP", address).put("hostIPs", JsonArray.of(ip));
            status.put("podIP", address).put("podIPs", JsonArray.of(ip.copy()));
        }
        return status;
    }

    private static JsonObject lastState(Component component, ComponentState life) {
        JsonObject state = new JsonObject();
        life.before()
                .ifPresent(end -> state.put(
                        "terminated",
                        new JsonObject()
                                .put("exitCode", end.exitCode())
                                .put("reason", end.reason())
                                .put("startedAt", time(end.started()))
                                .put("finishedAt", time(end.finished()))
                                .put("containerID", containerId(component, end.started()))));
        return state;
    }

    private static String containerId(Component component, Instant started) {
        String life = component.name() + "/" + started;
        return "setpoint://" + UUID.nameUUIDFromBytes(life.getBytes(StandardCharsets.UTF_8));
    }

    private static String time(Instant instant) {
        return Timestamps.seconds(instant);
    }
}
