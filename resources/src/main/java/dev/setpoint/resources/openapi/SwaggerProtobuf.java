package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Encodes an OpenAPI v2 document as the protobuf message `openapi.v2.Document`, as far as documents of ours go. The
/// numbers are those of the fields in that message and the ones below it.
final class SwaggerProtobuf {
    /// The methods of a path item.
    private static final Map<String, Integer> METHODS = Map.of("get", 2, "put", 3, "post", 4, "delete", 5, "patch", 8);

    private SwaggerProtobuf() {}

    static byte[] encode(JsonObject document) {
        ProtobufOutput out = new ProtobufOutput();
        out.text(1, document.textOr("swagger", ""));
        out.message(2, info -> {
            info.text(1, document.child("info").textOr("title", ""));
            info.text(2, document.child("info").textOr("version", ""));
        });
        out.message(8, paths -> named(document.object("paths"), 2, paths, SwaggerProtobuf::pathItem));
        out.message(9, definitions -> named(document.object("definitions"), 1, definitions, SwaggerProtobuf::schema));
        return out.bytes();
    }

    private interface Encoder {
        void encode(JsonObject value, ProtobufOutput out);
    }

    /// A map is a list of messages with a name and a value.
    private static void named(@Nullable JsonObject map, int number, ProtobufOutput out, Encoder encoder) {
        if (map != null) {
            map.forEach((name, value) -> {
                if (value instanceof JsonObject object) {
                    out.message(number, entry -> {
                        entry.text(1, name);
                        entry.message(2, inner -> encoder.encode(object, inner));
                    });
                }
            });
        }
    }

    private static void pathItem(JsonObject item, ProtobufOutput out) {
        item.forEach((name, value) -> {
            Integer method = METHODS.get(name);
            if (method != null && value instanceof JsonObject operation) {
                out.message(method, inner -> operation(operation, inner));
            }
        });
        parameters(item, 9, out);
    }

    private static void operation(JsonObject operation, ProtobufOutput out) {
        texts(operation, "tags", 1, out);
        text(operation, "description", 3, out);
        text(operation, "operationId", 5, out);
        texts(operation, "produces", 6, out);
        texts(operation, "consumes", 7, out);
        parameters(operation, 8, out);
        out.message(
                9,
                responses -> named(
                        operation.object("responses"),
                        1,
                        responses,
                        (response, code) -> code.message(1, inner -> response(response, inner))));
        extensions(operation, 13, out);
    }

    private static void response(JsonObject response, ProtobufOutput out) {
        text(response, "description", 1, out);
        JsonObject schema = response.object("schema");
        if (schema != null) {
            out.message(2, item -> item.message(1, inner -> schema(schema, inner)));
        }
    }

    /// Each is wrapped three times: not a reference, a body or not, in the query or in the path.
    private static void parameters(JsonObject holder, int number, ProtobufOutput out) {
        JsonArray parameters = holder.array("parameters");
        for (JsonObject parameter : parameters == null ? List.<JsonObject>of() : parameters.objects()) {
            Consumer<ProtobufOutput> wrapped = switch (parameter.textOr("in", "")) {
                case "body" -> inner -> inner.message(1, body -> bodyParameter(parameter, body));
                case "query" ->
                    inner -> inner.message(2, other -> other.message(3, query -> plainParameter(parameter, 6, query)));
                case "path" ->
                    inner -> inner.message(2, other -> other.message(4, path -> plainParameter(parameter, 5, path)));
                default -> throw new IllegalStateException("parameter: " + parameter);
            };
            out.message(number, item -> item.message(1, wrapped));
        }
    }

    private static void bodyParameter(JsonObject parameter, ProtobufOutput out) {
        text(parameter, "name", 2, out);
        text(parameter, "in", 3, out);
        out.flag(4, parameter.booleanOr("required", false));
        out.message(5, inner -> schema(parameter.child("schema"), inner));
    }

    private static void plainParameter(JsonObject parameter, int typeNumber, ProtobufOutput out) {
        out.flag(1, parameter.booleanOr("required", false));
        text(parameter, "in", 2, out);
        text(parameter, "description", 3, out);
        text(parameter, "name", 4, out);
        text(parameter, "type", typeNumber, out);
    }

    private static void schema(JsonObject schema, ProtobufOutput out) {
        text(schema, "$ref", 1, out);
        text(schema, "format", 2, out);
        text(schema, "description", 4, out);
        JsonValue fallback = schema.get("default");
        if (fallback != null) {
            out.message(5, any -> any.text(2, JsonWriter.text(fallback)));
        }
        texts(schema, "required", 19, out);
        nested(schema, "additionalProperties", 21, out);
        String type = schema.text("type");
        if (type != null) {
            out.message(22, item -> item.text(1, type));
        }
        nested(schema, "items", 23, out);
        JsonObject properties = schema.object("properties");
        if (properties != null) {
            out.message(25, inner -> named(properties, 1, inner, SwaggerProtobuf::schema));
        }
        extensions(schema, 31, out);
    }

    private static void nested(JsonObject schema, String name, int number, ProtobufOutput out) {
        JsonObject nested = schema.object(name);
        if (nested != null) {
            out.message(number, item -> item.message(1, inner -> schema(nested, inner)));
        }
    }

    /// Values of any shape travel as YAML, which JSON is.
    private static void extensions(JsonObject holder, int number, ProtobufOutput out) {
        holder.forEach((name, value) -> {
            if (name.startsWith("x-")) {
                out.message(number, entry -> {
                    entry.text(1, name);
                    entry.message(2, any -> any.text(2, JsonWriter.text(value)));
                });
            }
        });
    }

    private static void text(JsonObject holder, String name, int number, ProtobufOutput out) {
        String text = holder.text(name);
        if (text != null) {
            out.text(number, text);
        }
    }

    private static void texts(JsonObject holder, String name, int number, ProtobufOutput out) {
        JsonArray texts = holder.array(name);
        if (texts != null) {
            texts.texts().forEach(text -> out.text(number, text));
        }
    }
}
