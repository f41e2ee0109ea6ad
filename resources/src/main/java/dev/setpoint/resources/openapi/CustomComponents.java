package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.ResourceType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// The schemas of a custom resource in a document: what its definition says, with a type and metadata, and its list.
final class CustomComponents {
    private static final String API_VERSION = "Which version of which group this is, as in the URL: group/version.";
    private static final String KIND = "What this is: the name of the type, in CamelCase.";

    private CustomComponents() {}

    /// @param schema of the definition
    static void add(ResourceType type, JsonObject schema, JsonObject components) {
        String name = name(type.groupVersionKind());
        components.put(name, object(type.groupVersionKind(), schema));
        GroupVersionKind list =
                new GroupVersionKind(type.resource().group(), type.resource().version(), type.listKind());
        JsonObject items = new JsonObject()
                .put("description", "List of " + type.plural())
                .put("type", "array")
                .put("items", reference(name));
        JsonObject properties = typed(new JsonObject())
                .put("items", items)
                .put("metadata", ComponentNames.reference("meta.v1.ListMeta"));
        components.put(
                name(list),
                new JsonObject()
                        .put("description", list.kind() + " is a list of " + type.kind())
                        .put("type", "object")
                        .put("required", JsonArray.ofTexts(List.of("items")))
                        .put("properties", properties)
                        .put("x-kubernetes-group-version-kind", JsonArray.of(Components.kind(list))));
    }

    private static JsonObject object(GroupVersionKind kind, JsonObject schema) {
        JsonObject component = schema.copy();
        JsonObject properties = typed(new JsonObject());
        properties.put(
                "metadata",
                new JsonObject()
                        .put("description", "Standard metadata of the " + kind.kind() + ".")
                        .put("allOf", JsonArray.of(ComponentNames.reference("meta.v1.ObjectMeta"))));
        JsonObject own = schema.object("properties");
        if (own != null) {
            own.forEach((name, property) -> {
                if (!properties.has(name)) {
                    properties.put(name, property.copy());
                }
            });
        }
        return component
                .put("properties", properties)
                .put("x-kubernetes-group-version-kind", JsonArray.of(Components.kind(kind)));
    }

    private static JsonObject typed(JsonObject properties) {
        return properties.put("apiVersion", text(API_VERSION)).put("kind", text(KIND));
    }

    private static JsonObject text(String description) {
        return new JsonObject().put("description", description).put("type", JsonValue.of("string"));
    }

    static JsonObject reference(String name) {
        return new JsonObject().put("$ref", "#/components/schemas/" + name);
    }

    /// `stable.example.com/v1 CronTab` is `com.example.stable.v1.CronTab`.
    static String name(GroupVersionKind kind) {
        List<String> parts = Arrays.asList(kind.group().split("\\.", -1));
        Collections.reverse(parts);
        return String.join(".", parts) + "." + kind.version() + "." + kind.kind();
    }
}
