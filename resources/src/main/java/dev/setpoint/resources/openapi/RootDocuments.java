package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.ResourceTable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The addresses that belong to no group and version: the list of groups, each group, the server's version,
/// and who issues tokens.
final class RootDocuments {
    private static final List<String> FIXED =
            List.of(".well-known/openid-configuration", "api", "apis", "openid/v1/jwks", "version");

    private RootDocuments() {}

    /// As keys of the index.
    static Set<String> paths(ResourceTable table) {
        Set<String> paths = new LinkedHashSet<>(FIXED);
        table.groups().stream().filter(group -> !group.isEmpty()).forEach(group -> paths.add("apis/" + group));
        return paths;
    }

    /// The type of what is answered there; empty for plain text and for what has none.
    static Optional<String> type(String path) {
        return switch (path) {
            case "api" -> Optional.of("meta.v1.APIVersions");
            case "apis" -> Optional.of("meta.v1.APIGroupList");
            default -> path.startsWith("apis/") ? Optional.of("meta.v1.APIGroup") : Optional.empty();
        };
    }

    static JsonObject operations(String path) {
        boolean open = path.startsWith("api");
        String tag = path.startsWith("apis/") ? Paths.camel(path.substring("apis/".length())) : path;
        JsonObject answer = new JsonObject().put("schema", schema(path));
        JsonObject ok = new JsonObject()
                .put("description", "OK")
                .put("content", new JsonObject().put("application/json", answer));
        JsonObject operation = new JsonObject()
                .put("tags", JsonArray.of(JsonValue.of(tag)))
                .put("description", description(path))
                .put("responses", new JsonObject().put("200", ok));
        return new JsonObject().put("/" + path + (open ? "/" : ""), new JsonObject().put("get", operation));
    }

    private static JsonObject schema(String path) {
        Optional<String> type = type(path);
        return type.isPresent()
                ? ComponentNames.reference(type.get())
                : new JsonObject().put("type", path.equals("version") ? "object" : "string");
    }

    private static String description(String path) {
        return switch (path) {
            case "version" -> "get the version information for this server";
            case "openid/v1/jwks" ->
                "get service account issuer OpenID JSON Web Key Set (contains public token" + " verification keys)";
            case ".well-known/openid-configuration" ->
                "get service account issuer OpenID configuration, also known as the 'OIDC discovery doc'";
            case "api", "apis" -> "get available API versions";
            default -> "get information of a group";
        };
    }
}
