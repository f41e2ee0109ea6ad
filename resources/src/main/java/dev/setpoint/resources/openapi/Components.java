package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Field;
import dev.setpoint.machinery.schema.Merge;
import dev.setpoint.machinery.schema.Presence;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import dev.setpoint.machinery.schema.Topology;
import dev.setpoint.resources.schema.BuiltInSchemas;
import dev.setpoint.resources.schema.Descriptions;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The schemas of a document: those of the given types and of everything that they are made of.
final class Components {
    private final Map<String, List<GroupVersionKind>> kinds;
    private final SortedMap<String, JsonObject> made = new TreeMap<>();
    private final Deque<String> waiting = new ArrayDeque<>();

    private Components(Map<String, List<GroupVersionKind>> kinds) {
        this.kinds = kinds;
    }

    /// @param kinds the kinds that a type stands for, where it stands for any
    static JsonObject of(Collection<String> typeNames, Map<String, List<GroupVersionKind>> kinds) {
        Components components = new Components(kinds);
        components.waiting.addAll(typeNames);
        while (!components.waiting.isEmpty()) {
            String typeName = components.waiting.remove();
            String name = ComponentNames.of(typeName);
            if (!components.made.containsKey(name)) {
                components.made.put(name, components.component(typeName));
            }
        }
        JsonObject schemas = new JsonObject();
        components.made.forEach(schemas::put);
        return schemas;
    }

    private JsonObject component(String typeName) {
        Schema schema = BuiltInSchemas.type(typeName);
        return schema == null ? OwnForms.of(typeName) : struct(schema);
    }

    private JsonObject struct(Schema schema) {
        Descriptions descriptions = Descriptions.of(schema.typeName());
        JsonObject component = new JsonObject();
        describe(component, descriptions.type());
        JsonObject properties = new JsonObject();
        JsonArray required = new JsonArray();
        for (Field field : schema.fields()) {
            properties.put(field.name(), property(field, description(descriptions, schema, field)));
            if (field.required()) {
                required.add(JsonValue.of(field.name()));
            }
        }
        if (!properties.isEmpty()) {
            component.put("properties", properties);
        }
        if (!required.isEmpty()) {
            component.put("required", required);
        }
        component.put("type", "object");
        List<GroupVersionKind> known = kinds.get(schema.typeName());
        if (known != null) {
            JsonArray list = new JsonArray();
            known.forEach(kind -> list.add(kind(kind)));
            component.put("x-kubernetes-group-version-kind", list);
        }
        if (schema.merge().isAtomic()) {
            component.put("x-kubernetes-map-type", "atomic");
        }
        return component;
    }

    /// The published classes describe no field that holds a struct; then the struct's own first sentence has to do.
    private static String description(Descriptions descriptions, Schema holder, Field field) {
        String own = descriptions.field(field.name());
        if (!own.isEmpty() || field.schema().shape() != Shape.STRUCT) {
            return own;
        }
        String kind = holder.typeName().substring(holder.typeName().lastIndexOf('.') + 1);
        return switch (field.schema().typeName()) {
            case "meta.v1.ObjectMeta", "meta.v1.ListMeta" -> "Standard metadata of the " + kind + ".";
            default -> firstSentence(Descriptions.of(field.schema().typeName()).type());
        };
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    static JsonObject kind(GroupVersionKind kind) {
        return new JsonObject()
                .put("group", kind.group())
                .put("kind", kind.kind())
                .put("version", kind.version());
    }

    /// A reference can have no neighbours in OpenAPI 3.0, so one that is described stands in an `allOf`.
    private JsonObject property(Field field, String description) {
        JsonObject value = value(field.schema());
        JsonObject property = new JsonObject();
        if (value.has("$ref")) {
            property.put("allOf", JsonArray.of(value));
        } else {
            value.forEach(property::put);
        }
        JsonValue fallback = fallback(field);
        if (fallback != null) {
            property.put("default", fallback);
        }
        describe(property, description);
        extend(property, field.schema());
        boolean onlyReference = property.size() == 1 && value.has("$ref");
        return onlyReference ? value : property;
    }

    private JsonObject value(Schema schema) {
        return switch (schema.shape()) {
            case STRUCT -> mention(schema.typeName());
            case LIST -> new JsonObject().put("type", "array").put("items", element(schema.element()));
            case MAP -> new JsonObject().put("type", "object").put("additionalProperties", element(schema.element()));
            case TEXT -> new JsonObject().put("type", "string");
            case BOOLEAN -> new JsonObject().put("type", "boolean");
            case INTEGER -> new JsonObject().put("type", "integer").put("format", schema.format());
            case DECIMAL -> new JsonObject().put("type", "number").put("format", schema.format());
            case BYTES -> new JsonObject().put("type", "string").put("format", "byte");
            case TIME, MICRO_TIME, QUANTITY, INT_OR_STRING, ANY -> mention(schema.typeName());
        };
    }

    private JsonObject mention(String typeName) {
        waiting.add(typeName);
        return ComponentNames.reference(typeName);
    }

    /// What a list or a map holds is a value, never a pointer, and says so by its default.
    private JsonObject element(Schema schema) {
        JsonObject value = value(schema);
        JsonValue fallback = empty(schema);
        if (fallback == null) {
            if (schema.shape() == Shape.LIST) {
                extend(value, schema);
            }
            return value;
        }
        return value.has("$ref")
                ? new JsonObject().put("allOf", JsonArray.of(value)).put("default", fallback)
                : value.put("default", fallback);
    }

    private static @Nullable JsonValue fallback(Field field) {
        if (field.fallback() != null) {
            return field.fallback();
        }
        return field.presence() == Presence.ALWAYS ? empty(field.schema()) : null;
    }

    private static @Nullable JsonValue empty(Schema schema) {
        return switch (schema.shape()) {
            case STRUCT -> new JsonObject();
            case TEXT -> JsonValue.of("");
            case INTEGER, DECIMAL -> JsonValue.of(0);
            case BOOLEAN -> JsonValue.of(false);
            case LIST, MAP, BYTES, TIME, MICRO_TIME, QUANTITY, INT_OR_STRING, ANY -> null;
        };
    }

    private static void extend(JsonObject property, Schema schema) {
        Merge merge = schema.merge();
        switch (schema.shape()) {
            case LIST -> {
                if (merge.topology() == Topology.KEYED) {
                    property.put("x-kubernetes-list-map-keys", JsonArray.ofTexts(merge.keys()));
                }
                property.put("x-kubernetes-list-type", listType(merge.topology()));
            }
            case MAP -> {
                if (merge.isAtomic()) {
                    property.put("x-kubernetes-map-type", "atomic");
                }
            }
            case STRUCT -> {
                Schema type = BuiltInSchemas.type(schema.typeName());
                if (type != null && type.merge().topology() != merge.topology()) {
                    property.put(
                            "x-kubernetes-map-type", merge.topology().name().toLowerCase(Locale.ROOT));
                }
            }
            default -> {} // Scalars have no parts to merge.
        }
        if (!merge.patchKey().isEmpty()) {
            property.put("x-kubernetes-patch-merge-key", merge.patchKey());
        }
        if (!merge.strategies().isEmpty()) {
            property.put(
                    "x-kubernetes-patch-strategy",
                    merge.strategies().stream()
                            .map(strategy -> switch (strategy) {
                                case MERGE -> "merge";
                                case REPLACE -> "replace";
                                case RETAIN_KEYS -> "retainKeys";
                            })
                            .collect(Collectors.joining(",")));
        }
    }

    private static String listType(Topology topology) {
        return switch (topology) {
            case KEYED -> "map";
            case SET -> "set";
            case ATOMIC, GRANULAR -> "atomic";
        };
    }

    private static void describe(JsonObject schema, String description) {
        if (!description.isEmpty()) {
            schema.put("description", description);
        }
    }
}
