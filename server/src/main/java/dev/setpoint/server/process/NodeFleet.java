package dev.setpoint.server.process;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// As whom a process reads that plays many nodes: it sees all pods and Nodes, tells Events, and writes nothing else.
final class NodeFleet {
    private static final String NAME = "setpoint:node-fleet";
    static final User USER = User.of(NAME, User.AUTHENTICATED);

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final Target ROLES = Target.collection(new GroupVersionResource(GROUP, "v1", "clusterroles"), "");
    private static final Target BINDINGS =
            Target.collection(new GroupVersionResource(GROUP, "v1", "clusterrolebindings"), "");

    private NodeFleet() {}

    /// Gives it its rights, unless it has them.
    static void admit(Client client) {
        Offer.unlessThere(client, ROLES, role());
        Offer.unlessThere(client, BINDINGS, binding());
    }

    private static JsonObject role() {
        return object("ClusterRole")
                .put(
                        "rules",
                        JsonArray.of(
                                rule(List.of(""), List.of("pods", "nodes"), List.of("get", "list", "watch")),
                                rule(
                                        List.of("", "events.k8s.io"),
                                        List.of("events"),
                                        List.of("create", "patch", "update"))));
    }

    private static JsonObject rule(List<String> groups, List<String> resources, List<String> verbs) {
        return new JsonObject()
                .put("apiGroups", JsonArray.ofTexts(groups))
                .put("resources", JsonArray.ofTexts(resources))
                .put("verbs", JsonArray.ofTexts(verbs));
    }

    private static JsonObject binding() {
        return object("ClusterRoleBinding")
                .put(
                        "roleRef",
                        new JsonObject()
                                .put("apiGroup", GROUP)
                                .put("kind", "ClusterRole")
                                .put("name", NAME))
                .put(
                        "subjects",
                        JsonArray.of(new JsonObject()
                                .put("apiGroup", GROUP)
                                .put("kind", "User")
                                .put("name", NAME)));
    }

    private static JsonObject object(String kind) {
        return new JsonObject()
                .put("apiVersion", GROUP + "/v1")
                .put("kind", kind)
                .put("metadata", new JsonObject().put("name", NAME));
    }
}
