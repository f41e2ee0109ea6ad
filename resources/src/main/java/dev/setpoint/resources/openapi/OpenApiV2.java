package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The whole built-in API as one OpenAPI v2 document, for kubectl up to 1.28, which asks for nothing else when it
/// explains or applies. Derived from the v3 documents.
public final class OpenApiV2 {
    /// What kubectl asks for in its Accept header.
    public static final String ACCEPTED_PROTOBUF = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    /// What the answer has to call itself: the `@` above is not allowed in a media type, and kubectl fails over it.
    public static final String PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private static final String V3_COMPONENTS = "#/components/schemas/";
    private static final String V2_DEFINITIONS = "#/definitions/";

    private OpenApiV2() {}

    /// @param serverVersion as `/version` tells it: `v1.36.0`
    public static JsonObject document(ResourceTable table, CustomSchemas custom, String serverVersion) {
        Set<GroupVersion> versions = new LinkedHashSet<>();
        table.types().stream().map(ResourceType::groupVersion).forEach(versions::add);
        JsonObject paths = new JsonObject();
        JsonObject definitions = new JsonObject();
        for (GroupVersion version : versions) {
            JsonObject document = OpenApiV3.document(table, custom, version, serverVersion);
            document.child("paths").forEach((path, item) -> {
                if (item instanceof JsonObject operations) {
                    paths.put(path, pathItem(operations));
                }
            });
            document.child("components").child("schemas").forEach((name, schema) -> {
                if (schema instanceof JsonObject component && !definitions.has(name)) {
                    definitions.put(name, schema(component));
                }
            });
        }
        return new JsonObject()
                .put("swagger", "2.0")
                .put("info", new JsonObject().put("title", "Kubernetes").put("version", serverVersion))
                .put("paths", paths)
                .put("definitions", definitions);
    }

    /// The document as [#PROTOBUF], the only form in which kubectl asks for it.
    public static byte[] protobuf(JsonObject document) {
        return SwaggerProtobuf.encode(document);
    }

    private static JsonObject pathItem(JsonObject item) {
        JsonObject converted = new JsonObject();
        item.forEach((name, value) -> {
            if (name.equals("parameters") && value instanceof JsonArray parameters) {
                converted.put(name, parameters(parameters, null));
            } else if (value instanceof JsonObject operation) {
                converted.put(name, operation(operation));
            }
        });
        return converted;
    }

    private static JsonObject operation(JsonObject operation) {
        JsonObject converted = new JsonObject();
        JsonObject body = operation.object("requestBody");
        for (String kept : List.of("description", "operationId", "tags")) {
            copy(operation, kept, converted);
        }
        if (body != null) {
            converted.put("consumes", JsonArray.ofTexts(body.child("content").names()));
        }
        converted.put("produces", JsonArray.of(JsonValue.of("application/json")));
        JsonArray given = operation.array("parameters");
        converted.put("parameters", parameters(given == null ? new JsonArray() : given, body));
        JsonObject responses = new JsonObject();
        operation.child("responses").forEach((code, response) -> {
            if (response instanceof JsonObject object) {
                responses.put(code, response(object));
            }
        });
        converted.put("responses", responses);
        for (String kept : List.of("x-kubernetes-action", "x-kubernetes-group-version-kind")) {
            copy(operation, kept, converted);
        }
        return converted;
    }

    /// v2 has types where v3 has schemas, and a body is a parameter.
    private static JsonArray parameters(JsonArray given, @Nullable JsonObject body) {
        JsonArray parameters = new JsonArray();
        if (body != null) {
            parameters.add(new JsonObject()
                    .put("name", "body")
                    .put("in", "body")
                    .put("required", body.booleanOr("required", false))
                    .put("schema", contentSchema(body)));
        }
        for (JsonObject parameter : given.objects()) {
            JsonObject converted = new JsonObject();
            parameter.forEach((name, value) -> {
                if (name.equals("schema") && value instanceof JsonObject schema) {
                    schema.forEach(converted::put);
                } else {
                    converted.put(name, value);
                }
            });
            parameters.add(converted);
        }
        return parameters;
    }

    private static JsonObject response(JsonObject response) {
        JsonObject converted = new JsonObject();
        copy(response, "description", converted);
        return response.has("content") ? converted.put("schema", contentSchema(response)) : converted;
    }

    /// The schema of the first content type: they never differ.
    private static JsonObject contentSchema(JsonObject holder) {
        JsonObject content = holder.child("content");
        JsonObject first = content.object(content.names().iterator().next());
        return first == null ? new JsonObject() : schema(first.child("schema"));
    }

    private static JsonObject schema(JsonObject schema) {
        JsonObject converted = new JsonObject();
        schema.forEach((name, value) -> {
            switch (name) {
                case "$ref" -> converted.put(name, reference(schema.textOr(name, "")));
                // A reference with neighbours: v2 lets them stand together.
                case "allOf" -> {
                    String only = onlyReference(value);
                    if (!only.isEmpty()) {
                        converted.put("$ref", reference(only));
                    }
                }
                // The few types that are one of two: v2 has no word for it and calls them texts.
                case "oneOf" -> {
                    if (!schema.has("type")) {
                        converted.put("type", "string");
                    }
                }
                // What else custom resources say of their values, v2 has no words for.
                case "anyOf", "not", "nullable" -> {}
                case "properties" -> converted.put(name, each(value));
                case "items", "additionalProperties" ->
                    converted.put(name, value instanceof JsonObject object ? schema(object) : value);
                default -> converted.put(name, value);
            }
        });
        return converted;
    }

    private static JsonObject each(JsonValue schemas) {
        JsonObject converted = new JsonObject();
        if (schemas instanceof JsonObject object) {
            object.forEach((name, value) -> {
                if (value instanceof JsonObject schema) {
                    converted.put(name, schema(schema));
                }
            });
        }
        return converted;
    }

    private static String onlyReference(JsonValue allOf) {
        return allOf instanceof JsonArray array && array.size() == 1
                ? array.objects().getFirst().textOr("$ref", "")
                : "";
    }

    private static String reference(String v3) {
        if (!v3.startsWith(V3_COMPONENTS)) {
            throw new IllegalStateException("$ref: " + v3 + " (expected: one of a component)");
        }
        return V2_DEFINITIONS + v3.substring(V3_COMPONENTS.length());
    }

    private static void copy(JsonObject from, String name, JsonObject to) {
        JsonValue value = from.get(name);
        if (value != null) {
            to.put(name, value);
        }
    }
}
