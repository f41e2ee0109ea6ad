package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.Subresource;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/// The addresses of one group and version, with what can be done at each.
final class Paths {
    private static final List<Operation> OF_COLLECTION =
            List.of(Operation.LIST, Operation.CREATE, Operation.DELETE_COLLECTION);
    private static final List<Operation> OF_OBJECT =
            List.of(Operation.GET, Operation.UPDATE, Operation.PATCH, Operation.DELETE);
    private static final List<Operation> OF_PART =
            List.of(Operation.GET, Operation.CREATE, Operation.UPDATE, Operation.PATCH, Operation.DELETE);

    private final String prefix;
    private final String groupName;
    private final String tag;
    private final SortedMap<String, JsonObject> paths = new TreeMap<>();

    private Paths(GroupVersion groupVersion) {
        this.prefix = "/" + root(groupVersion);
        String group = camel(groupVersion.group());
        this.tag = group + "_" + groupVersion.version();
        this.groupName = capital(group) + capital(groupVersion.version());
    }

    /// `api/v1` or `apis/apps/v1`.
    static String root(GroupVersion groupVersion) {
        return (groupVersion.group().isEmpty() ? "api/" : "apis/") + groupVersion;
    }

    static JsonObject of(GroupVersion groupVersion, List<ResourceType> types) {
        Paths all = new Paths(groupVersion);
        all.addDiscovery();
        types.forEach(all::add);
        JsonObject object = new JsonObject();
        all.paths.forEach(object::put);
        return object;
    }

    private void addDiscovery() {
        JsonObject answer = new JsonObject().put("schema", ComponentNames.reference("meta.v1.APIResourceList"));
        JsonObject ok = new JsonObject()
                .put("description", "OK")
                .put("content", new JsonObject().put("application/json", answer));
        JsonObject operation = new JsonObject()
                .put("description", "get available resources")
                .put("operationId", "get" + groupName + "APIResources")
                .put("tags", JsonArray.of(JsonValue.of(tag)))
                .put("responses", new JsonObject().put("200", ok));
        paths.put(prefix + "/", new JsonObject().put("get", operation));
    }

    private void add(ResourceType type) {
        String scope = type.namespaced() ? "Namespaced" : "";
        String collection = prefix + (type.namespaced() ? "/namespaces/{namespace}/" : "/") + type.plural();
        GroupVersionKind kind = type.groupVersionKind();
        put(collection, OF_COLLECTION, type.verbs(), kind, scope + type.kind(), type, false);
        put(collection + "/{name}", OF_OBJECT, type.verbs(), kind, scope + type.kind(), type, true);
        if (type.namespaced() && type.allows("list")) {
            addEverywhere(type);
        }
        for (Subresource part : type.subresources()) {
            put(
                    collection + "/{name}/" + part.name(),
                    OF_PART,
                    part.verbs(),
                    part.kind(),
                    scope + type.kind() + capital(part.name()),
                    type,
                    true);
        }
    }

    private void addEverywhere(ResourceType type) {
        JsonObject operation =
                Operation.LIST.describe(type.groupVersionKind(), groupName, type.kind() + "ForAllNamespaces", tag);
        paths.put(
                prefix + "/" + type.plural(),
                new JsonObject()
                        .put("get", operation)
                        .put("parameters", OperationParameters.ofPath(type.kind(), false, false)));
    }

    private void put(
            String path,
            List<Operation> possible,
            List<String> verbs,
            GroupVersionKind kind,
            String place,
            ResourceType type,
            boolean named) {
        JsonObject item = new JsonObject();
        for (Operation operation : possible) {
            if (verbs.contains(operation.verb())) {
                item.put(operation.method(), operation.describe(kind, groupName, place, tag));
            }
        }
        if (!item.isEmpty()) {
            paths.put(path, item.put("parameters", OperationParameters.ofPath(type.kind(), type.namespaced(), named)));
        }
    }

    /// `rbac.authorization.k8s.io` becomes `rbacAuthorization`, the core group `core`.
    static String camel(String group) {
        if (group.isEmpty()) {
            return "core";
        }
        StringBuilder name = new StringBuilder();
        String own = group.endsWith(".k8s.io") ? group.substring(0, group.length() - ".k8s.io".length()) : group;
        for (String part : own.split("\\.", -1)) {
            name.append(name.isEmpty() ? part : capital(part));
        }
        return name.toString();
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
