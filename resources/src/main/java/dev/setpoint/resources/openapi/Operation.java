package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.schema.BuiltInSchemas;
import dev.setpoint.resources.schema.TypeNames;
import java.util.List;

/// What can be done at an address: one verb of a resource or subresource.
enum Operation {
    LIST("get", "list", "list", "list or watch objects of kind"),
    GET("get", "read", "get", "read the specified"),
    CREATE("post", "create", "post", "create"),
    UPDATE("put", "replace", "put", "replace the specified"),
    PATCH("patch", "patch", "patch", "partially update the specified"),
    DELETE("delete", "delete", "delete", "delete"),
    DELETE_COLLECTION("delete", "delete", "deletecollection", "delete collection of");

    private static final List<String> PATCH_TYPES = List.of(
            "application/apply-patch+yaml",
            "application/json-patch+json",
            "application/merge-patch+json",
            "application/strategic-merge-patch+json");

    private final String method;
    private final String idPrefix;
    private final String action;
    private final String phrase;

    Operation(String method, String idPrefix, String action, String phrase) {
        this.method = method;
        this.idPrefix = idPrefix;
        this.action = action;
        this.phrase = phrase;
    }

    /// The HTTP method, as OpenAPI names it.
    String method() {
        return method;
    }

    /// The verb of RBAC that this operation needs.
    String verb() {
        return switch (this) {
            case LIST -> "list";
            case GET -> "get";
            case CREATE -> "create";
            case UPDATE -> "update";
            case PATCH -> "patch";
            case DELETE -> "delete";
            case DELETE_COLLECTION -> "deletecollection";
        };
    }

    /// @param kind what is sent and answered
    /// @param place how the address is called in operation identifiers: `AppsV1`, `NamespacedDeploymentStatus`
    JsonObject describe(GroupVersionKind kind, String group, String place, String tag) {
        JsonObject operation = new JsonObject()
                .put("description", phrase + " " + kind.kind())
                .put("operationId", idPrefix + group + (this == DELETE_COLLECTION ? "Collection" : "") + place)
                .put("tags", JsonArray.of(JsonValue.of(tag)))
                .put("parameters", parameters())
                .put("responses", responses(kind))
                .put("x-kubernetes-action", action)
                .put("x-kubernetes-group-version-kind", Components.kind(kind));
        switch (this) {
            case CREATE, UPDATE -> operation.put("requestBody", body(List.of("*/*"), answer(kind), true));
            case PATCH ->
                operation.put("requestBody", body(patchTypes(kind), ComponentNames.reference(OwnForms.PATCH), true));
            case DELETE, DELETE_COLLECTION ->
                operation.put(
                        "requestBody", body(List.of("*/*"), ComponentNames.reference("meta.v1.DeleteOptions"), false));
            case LIST, GET -> {}
        }
        return operation;
    }

    /// kubectl sends a strategic merge patch to whatever says that it takes one. Custom resources do not.
    private static List<String> patchTypes(GroupVersionKind kind) {
        return BuiltInSchemas.find(kind) == null ? PATCH_TYPES.subList(0, PATCH_TYPES.size() - 1) : PATCH_TYPES;
    }

    private JsonArray parameters() {
        return switch (this) {
            case LIST -> OperationParameters.ofList();
            case GET -> new JsonArray();
            case CREATE, UPDATE -> OperationParameters.ofWrite();
            case PATCH -> OperationParameters.ofPatch();
            case DELETE -> OperationParameters.ofDelete();
            case DELETE_COLLECTION -> OperationParameters.ofDeleteCollection();
        };
    }

    private JsonObject responses(GroupVersionKind kind) {
        JsonObject answer = switch (this) {
            case LIST -> answer(new GroupVersionKind(kind.group(), kind.version(), kind.kind() + "List"));
            case GET, CREATE, UPDATE, PATCH -> answer(kind);
            case DELETE, DELETE_COLLECTION -> ComponentNames.reference("meta.v1.Status");
        };
        JsonObject responses = new JsonObject().put("200", response("OK", answer));
        switch (this) {
            case CREATE -> {
                responses.put("201", response("Created", answer));
                responses.put("202", response("Accepted", answer));
            }
            case UPDATE, PATCH -> responses.put("201", response("Created", answer));
            case DELETE -> responses.put("202", response("Accepted", answer));
            case LIST, GET, DELETE_COLLECTION -> {}
        }
        return responses.put("401", new JsonObject().put("description", "Unauthorized"));
    }

    private static JsonObject response(String description, JsonObject schema) {
        return new JsonObject()
                .put("description", description)
                .put("content", content(List.of("application/json"), schema));
    }

    /// Kinds that are only options of a connection have no schema; what flows there is anything.
    private static JsonObject answer(GroupVersionKind kind) {
        return BuiltInSchemas.find(kind) == null
                ? new JsonObject().put("type", "string")
                : ComponentNames.reference(TypeNames.of(kind));
    }

    private static JsonObject body(List<String> types, JsonObject schema, boolean required) {
        JsonObject body = new JsonObject().put("content", content(types, schema));
        return required ? body.put("required", true) : body;
    }

    private static JsonObject content(List<String> types, JsonObject schema) {
        JsonObject content = new JsonObject();
        types.forEach(type -> content.put(type, new JsonObject().put("schema", schema.copy())));
        return content;
    }
}
