package dev.setpoint.apiserver.discovery;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.Subresource;
import java.util.List;

/// The newer form of discovery: one document with everything, for the core group and for all others.
final class AggregatedDiscovery {
    private AggregatedDiscovery() {}

    /// @param version of `apidiscovery.k8s.io`: `v2` or `v2beta1`, which do not differ in content
    static JsonObject core(ResourceTable table, String version) {
        return list(version, JsonArray.of(group(table, "")));
    }

    static JsonObject groups(ResourceTable table, String version) {
        JsonArray items = new JsonArray();
        table.groups().forEach(name -> items.add(group(table, name)));
        return list(version, items);
    }

    private static JsonObject list(String version, JsonArray items) {
        return new JsonObject()
                .put("kind", "APIGroupDiscoveryList")
                .put("apiVersion", "apidiscovery.k8s.io/" + version)
                .put("metadata", new JsonObject())
                .put("items", items);
    }

    private static JsonObject group(ResourceTable table, String name) {
        JsonArray versions = new JsonArray();
        for (GroupVersion version : table.versions(name)) {
            JsonArray resources = new JsonArray();
            table.of(version).forEach(type -> resources.add(resource(type)));
            versions.add(new JsonObject()
                    .put("version", version.version())
                    .put("resources", resources)
                    .put("freshness", "Current"));
        }
        JsonObject metadata = new JsonObject();
        if (!name.isEmpty()) {
            metadata.put("name", name);
        }
        return new JsonObject().put("metadata", metadata).put("versions", versions);
    }

    private static JsonObject resource(ResourceType type) {
        JsonObject resource = new JsonObject()
                .put("resource", type.plural())
                .put("responseKind", responseKind(type, type.groupVersionKind()))
                .put("scope", type.scope().word())
                .put("singularResource", type.singular())
                .put("verbs", JsonArray.ofTexts(type.verbs()));
        putUnlessEmpty(resource, "shortNames", type.shortNames());
        putUnlessEmpty(resource, "categories", type.categories());
        if (!type.subresources().isEmpty()) {
            JsonArray subresources = new JsonArray();
            for (Subresource subresource : type.subresources()) {
                subresources.add(new JsonObject()
                        .put("subresource", subresource.name())
                        .put("responseKind", responseKind(type, subresource.kind()))
                        .put("verbs", JsonArray.ofTexts(subresource.verbs())));
            }
            resource.put("subresources", subresources);
        }
        return resource;
    }

    /// Empty group and version stand for those of the resource itself.
    private static JsonObject responseKind(ResourceType type, GroupVersionKind kind) {
        boolean own = kind.groupVersion().equals(type.groupVersion());
        return new JsonObject()
                .put("group", own ? "" : kind.group())
                .put("version", own ? "" : kind.version())
                .put("kind", kind.kind());
    }

    private static void putUnlessEmpty(JsonObject object, String field, List<String> texts) {
        if (!texts.isEmpty()) {
            object.put(field, JsonArray.ofTexts(texts));
        }
    }
}
