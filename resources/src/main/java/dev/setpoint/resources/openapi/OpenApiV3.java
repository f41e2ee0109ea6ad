package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.Subresource;
import dev.setpoint.resources.schema.BuiltInSchemas;
import dev.setpoint.resources.schema.TypeNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Makes the OpenAPI v3 document of a group and version. Pure: whoever serves documents keeps them.
public final class OpenApiV3 {
    private OpenApiV3() {}

    /// The path of a document below `/openapi/v3/`, which is also its key in the index: `api/v1`,
    /// `apis/apps/v1`.
    public static String path(GroupVersion groupVersion) {
        return Paths.root(groupVersion);
    }

    /// What `/openapi/v3` answers: where the document of each group and version is, and of each address above them,
    /// with
    /// a hash that changes when the document may have.
    public static JsonObject index(ResourceTable table, CustomSchemas custom, String serverVersion) {
        Set<GroupVersion> versions = new LinkedHashSet<>();
        table.types().forEach(type -> versions.add(type.groupVersion()));
        JsonObject paths = new JsonObject();
        SortedMap<String, String> hashes = new TreeMap<>();
        RootDocuments.paths(table).forEach(path -> hashes.put(path, hash(path, serverVersion)));
        versions.forEach(version -> hashes.put(path(version), hash(table, custom, version, serverVersion)));
        hashes.forEach((path, hash) ->
                paths.put(path, new JsonObject().put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + hash)));
        return new JsonObject().put("paths", paths);
    }

    /// The document of an address that belongs to no version: `apis`, `apis/apps`, `version`. Empty when
    /// there is none.
    public static Optional<JsonObject> rootDocument(ResourceTable table, String path, String serverVersion) {
        if (!RootDocuments.paths(table).contains(path)) {
            return Optional.empty();
        }
        JsonObject components = new JsonObject();
        RootDocuments.type(path)
                .ifPresent(type -> components.put("schemas", Components.of(Set.of(type), new TreeMap<>())));
        return Optional.of(new JsonObject()
                .put("openapi", "3.0.0")
                .put("info", new JsonObject().put("title", "Kubernetes").put("version", serverVersion))
                .put("paths", RootDocuments.operations(path))
                .put("components", components.put("securitySchemes", securitySchemes())));
    }

    /// @param path below `/openapi/v3/`
    public static String hash(String path, String serverVersion) {
        return Origin.hash(path + " " + serverVersion);
    }

    /// Of what a document is made from: the schemas of definitions, or all that the server brings with it.
    public static String hash(
            ResourceTable table, CustomSchemas custom, GroupVersion groupVersion, String serverVersion) {
        StringBuilder origin = new StringBuilder(groupVersion + " " + serverVersion);
        for (ResourceType type : table.of(groupVersion)) {
            custom.find(type.resource())
                    .ifPresent(schema -> origin.append('\n').append(type).append(schema));
        }
        return Origin.hash(origin.toString());
    }

    /// @param serverVersion as `/version` tells it: `v1.36.0`
    public static JsonObject document(
            ResourceTable table, CustomSchemas custom, GroupVersion groupVersion, String serverVersion) {
        List<ResourceType> types = table.of(groupVersion);
        Set<String> roots = new LinkedHashSet<>(List.of("meta.v1.APIResourceList"));
        JsonObject defined = new JsonObject();
        for (ResourceType type : types) {
            served(type).stream()
                    .filter(kind -> BuiltInSchemas.find(kind) != null)
                    .forEach(kind -> roots.add(TypeNames.of(kind)));
            custom.find(type.resource()).ifPresent(schema -> CustomComponents.add(type, schema, defined));
        }
        if (!defined.isEmpty()) {
            roots.add("meta.v1.ObjectMeta");
            roots.add("meta.v1.ListMeta");
        }
        if (types.stream().anyMatch(type -> type.allows("patch"))) {
            roots.add(OwnForms.PATCH);
        }
        if (types.stream().anyMatch(type -> type.allows("delete"))) {
            roots.add("meta.v1.DeleteOptions");
            roots.add("meta.v1.Status");
        }
        if (types.stream().anyMatch(type -> type.allows("watch"))) {
            roots.add("meta.v1.WatchEvent");
        }
        JsonObject schemas = Components.of(roots, kinds(groupVersion));
        defined.forEach(schemas::put);
        return new JsonObject()
                .put("openapi", "3.0.0")
                .put("info", new JsonObject().put("title", "Kubernetes").put("version", serverVersion))
                .put("paths", Paths.of(groupVersion, types))
                .put("components", new JsonObject().put("schemas", schemas).put("securitySchemes", securitySchemes()));
    }

    /// The kinds that types stand for. Those that every group shares are named as of this group, too.
    private static Map<String, List<GroupVersionKind>> kinds(GroupVersion groupVersion) {
        Map<String, List<GroupVersionKind>> kinds = new TreeMap<>();
        for (ResourceType type : ResourceTable.builtIn().types()) {
            served(type).forEach(kind -> kinds.put(TypeNames.of(kind), List.of(kind)));
        }
        kinds.put("meta.v1.Status", List.of(new GroupVersionKind("", "v1", "Status")));
        kinds.put("meta.v1.APIResourceList", List.of(new GroupVersionKind("", "v1", "APIResourceList")));
        for (String shared : List.of("DeleteOptions", "WatchEvent")) {
            Set<GroupVersionKind> both = new LinkedHashSet<>();
            both.add(new GroupVersionKind("", "v1", shared));
            both.add(new GroupVersionKind(groupVersion.group(), groupVersion.version(), shared));
            kinds.put("meta.v1." + shared, List.copyOf(both));
        }
        return kinds;
    }

    private static List<GroupVersionKind> served(ResourceType type) {
        List<GroupVersionKind> kinds = new ArrayList<>();
        kinds.add(type.groupVersionKind());
        if (type.allows("list")) {
            kinds.add(new GroupVersionKind(
                    type.resource().group(), type.resource().version(), type.listKind()));
        }
        type.subresources().stream().map(Subresource::kind).forEach(kinds::add);
        return kinds;
    }

    private static JsonObject securitySchemes() {
        return new JsonObject()
                .put(
                        "BearerToken",
                        new JsonObject()
                                .put("type", "apiKey")
                                .put("description", "Bearer Token authentication")
                                .put("name", "authorization")
                                .put("in", "header"));
    }
}
