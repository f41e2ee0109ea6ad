package dev.setpoint.apiserver.discovery;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.Subresource;
import java.util.List;

/// The older form of discovery: a list of groups, and a document for each version of a group.
final class PlainDiscovery {
    private PlainDiscovery() {}

    /// `/api`
    static JsonObject coreVersions() {
        return new JsonObject().put("kind", "APIVersions").put("versions", JsonArray.ofTexts(List.of("v1")));
    }

    /// `/apis`
    static JsonObject groups(ResourceTable table) {
        JsonArray groups = new JsonArray();
        table.groups().forEach(group -> groups.add(groupFields(table, group, new JsonObject())));
        return new JsonObject()
                .put("kind", "APIGroupList")
                .put("apiVersion", "v1")
                .put("groups", groups);
    }

    /// `/apis/apps`
    static JsonObject group(ResourceTable table, String group) {
        return groupFields(
                table, group, new JsonObject().put("kind", "APIGroup").put("apiVersion", "v1"));
    }

    /// `/api/v1`, `/apis/apps/v1`
    static JsonObject resources(ResourceTable table, GroupVersion version) {
        JsonArray resources = new JsonArray();
        for (ResourceType type : table.of(version)) {
            resources.add(resource(type));
            type.subresources().forEach(subresource -> resources.add(subresource(type, subresource)));
        }
        JsonObject document = new JsonObject().put("kind", "APIResourceList");
        if (!version.group().isEmpty()) {
            document.put("apiVersion", "v1");
        }
        return document.put("groupVersion", version.toString()).put("resources", resources);
    }

    private static JsonObject groupFields(ResourceTable table, String group, JsonObject into) {
        JsonArray versions = new JsonArray();
        table.versions(group).forEach(version -> versions.add(version(version)));
        return into.put("name", group)
                .put("versions", versions)
                .put(
                        "preferredVersion",
                        version(table.versions(group).iterator().next()));
    }

    private static JsonObject version(GroupVersion version) {
        return new JsonObject().put("groupVersion", version.toString()).put("version", version.version());
    }

    private static JsonObject resource(ResourceType type) {
        JsonObject resource = new JsonObject()
                .put("name", type.plural())
                .put("singularName", type.singular())
                .put("namespaced", type.namespaced())
                .put("kind", type.kind())
                .put("verbs", JsonArray.ofTexts(type.verbs()));
        if (!type.shortNames().isEmpty()) {
            resource.put("shortNames", JsonArray.ofTexts(type.shortNames()));
        }
        if (!type.categories().isEmpty()) {
            resource.put("categories", JsonArray.ofTexts(type.categories()));
        }
        if (type.stored()) {
            resource.put("storageVersionHash", type.storageVersionHash());
        }
        return resource;
    }

    private static JsonObject subresource(ResourceType type, Subresource subresource) {
        JsonObject resource = new JsonObject()
                .put("name", type.plural() + "/" + subresource.name())
                .put("singularName", "")
                .put("namespaced", type.namespaced());
        GroupVersionKind kind = subresource.kind();
        if (!kind.groupVersion().equals(type.groupVersion())) {
            resource.put("group", kind.group()).put("version", kind.version());
        }
        return resource.put("kind", kind.kind()).put("verbs", JsonArray.ofTexts(subresource.verbs()));
    }
}
