package dev.setpoint.simulation;

import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Writes the [Rights] of a scenario as roles and bindings.
final class GivenRights {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final GroupVersionResource ROLES = new GroupVersionResource(GROUP, "v1", "clusterroles");
    private static final GroupVersionResource BINDINGS = new GroupVersionResource(GROUP, "v1", "clusterrolebindings");

    private final Client client;

    /// @param client of one who may grant everything
    GivenRights(Client client) {
        this.client = client;
    }

    void write(Rights rights) {
        rights.granted().forEach(this::grant);
        rights.lacking().forEach(this::take);
    }

    private void grant(String process, List<Rights.Right> grants) {
        String name = "scenario:" + process;
        JsonArray rules = new JsonArray();
        grants.forEach(grant -> rules.add(rule(grant.groups(), grant.resources(), grant.verbs())));
        create(ROLES, name, new JsonObject().put("rules", rules));
        JsonObject account = new JsonObject()
                .put("kind", "ServiceAccount")
                .put("namespace", Scenario.NAMESPACE)
                .put("name", process);
        JsonObject role = new JsonObject()
                .put("apiGroup", GROUP)
                .put("kind", "ClusterRole")
                .put("name", name);
        create(BINDINGS, name, new JsonObject().put("roleRef", role).put("subjects", JsonArray.of(account)));
    }

    private void create(GroupVersionResource resource, String name, JsonObject object) {
        client.create(
                Target.collection(resource, ""),
                new Body.Tree(object.put("metadata", new JsonObject().put("name", name))),
                WriteOptions.DEFAULT);
    }

    /// Every rule that speaks of the resource falls apart: into one about the others, and one without the verb.
    private void take(Rights.Lack lack) {
        Target target = Target.object(ROLES, "", lack.role());
        JsonObject role = CompactReader.object(client.get(target).filled());
        JsonArray rules = new JsonArray();
        boolean found = false;
        for (JsonObject rule : Objects.requireNonNull(role.array("rules")).objects()) {
            List<String> resources = texts(rule, "resources");
            List<String> verbs = texts(rule, "verbs");
            boolean holds = resources.contains(lack.resource()) && verbs.contains(lack.verb());
            found |= holds;
            if (holds) {
                addUnlessEmpty(rules, texts(rule, "apiGroups"), without(resources, lack.resource()), verbs);
                addUnlessEmpty(rules, texts(rule, "apiGroups"), List.of(lack.resource()), without(verbs, lack.verb()));
            } else {
                rules.add(rule);
            }
        }
        if (!found) {
            throw new IllegalArgumentException(lack + " (expected: something that the role grants)");
        }
        role.put("rules", rules);
        client.update(target, new Body.Tree(role), WriteOptions.DEFAULT);
    }

    private static void addUnlessEmpty(
            JsonArray rules, List<String> groups, List<String> resources, List<String> verbs) {
        if (!resources.isEmpty() && !verbs.isEmpty()) {
            rules.add(rule(groups, resources, verbs));
        }
    }

    private static JsonObject rule(List<String> groups, List<String> resources, List<String> verbs) {
        return new JsonObject()
                .put("apiGroups", JsonArray.ofTexts(groups))
                .put("resources", JsonArray.ofTexts(resources))
                .put("verbs", JsonArray.ofTexts(verbs));
    }

    private static List<String> without(List<String> all, String one) {
        List<String> rest = new ArrayList<>(all);
        rest.remove(one);
        return rest;
    }

    private static List<String> texts(JsonObject rule, String field) {
        JsonArray values = rule.array(field);
        return values == null ? List.of() : values.texts();
    }
}
