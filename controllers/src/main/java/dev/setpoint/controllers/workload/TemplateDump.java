package dev.setpoint.controllers.workload;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes a pod template as Kubernetes writes it to hash it: every field of every structure with its type, whether
/// it is set or not.
///
///     (v1.PodTemplateSpec){ObjectMeta:(v1.ObjectMeta){Name:(string) ... Labels:(map[string]string)map[app:web] ...
///
/// The hash of this text is part of the names of ReplicaSets and pods, and of messages that name them: writing it
/// alike is what makes ours the same.
final class TemplateDump {
    private static final String ROOT = "v1.PodTemplateSpec";
    private static final String NIL = "<nil>";

    private static final Map<String, List<Field>> STRUCTURES = structures();

    private final StringBuilder out = new StringBuilder(8192);

    /// @param jsonName a dash where the fields of the type stand in place of the field
    private record Field(String name, String type, String jsonName) {}

    private TemplateDump() {}

    static String of(JsonObject template) {
        TemplateDump dump = new TemplateDump();
        dump.typed(ROOT, template);
        return dump.out.toString();
    }

    private void typed(String type, @Nullable JsonValue value) {
        out.append('(').append(type).append(')');
        if (!type.startsWith("*")) {
            plain(type, value);
        } else if (value == null) {
            out.append(NIL);
        } else {
            plain(type.substring(1), value);
        }
    }

    private void plain(String type, @Nullable JsonValue value) {
        List<Field> fields = STRUCTURES.get(type);
        if (fields != null) {
            structure(fields, value);
        } else if (type.startsWith("[]")) {
            list(type.substring(2), value);
        } else {
            switch (type) {
                case "map[string]string" -> map("string", value);
                case "v1.ResourceList" -> map("resource.Quantity", value);
                case "resource.Quantity" -> out.append(QuantityDump.of(text(value)));
                case "intstr.IntOrString" -> numberOrText(value);
                // Nobody sets a time in a template, and the server would not keep it.
                case "v1.Time" ->
                    out.append("{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}");
                case "bool" -> out.append(value == null ? "false" : text(value));
                case "int32", "int64" -> out.append(value == null ? "0" : text(value));
                default -> out.append(text(value));
            }
        }
    }

    private void structure(List<Field> fields, @Nullable JsonValue value) {
        JsonObject object = value instanceof JsonObject set ? set : new JsonObject();
        char separator = '{';
        for (Field field : fields) {
            out.append(separator).append(field.name).append(':');
            typed(field.type, field.jsonName.equals("-") ? object : set(object.get(field.jsonName)));
            separator = ' ';
        }
        out.append('}');
    }

    private static @Nullable JsonValue set(@Nullable JsonValue value) {
        return value == JsonValue.JsonNull.NULL ? null : value;
    }

    private void list(String type, @Nullable JsonValue value) {
        if (!(value instanceof JsonArray elements) || elements.isEmpty()) {
            out.append(NIL);
            return;
        }
        char separator = '[';
        for (JsonValue element : elements) {
            out.append(separator);
            plain(type, element);
            separator = ' ';
        }
        out.append(']');
    }

    private void map(String type, @Nullable JsonValue value) {
        if (!(value instanceof JsonObject entries) || entries.isEmpty()) {
            out.append(NIL);
            return;
        }
        Map<String, JsonValue> sorted = new TreeMap<>();
        entries.forEach(sorted::put);
        out.append("map");
        char separator = '[';
        for (Map.Entry<String, JsonValue> entry : sorted.entrySet()) {
            out.append(separator).append(entry.getKey()).append(':');
            plain(type, entry.getValue());
            separator = ' ';
        }
        out.append(']');
    }

    private void numberOrText(@Nullable JsonValue value) {
        boolean isText = value instanceof JsonValue.JsonString;
        out.append("{Type:(intstr.Type)")
                .append(isText ? '1' : '0')
                .append(" IntVal:(int32)")
                .append(isText || value == null ? "0" : text(value))
                .append(" StrVal:(string)")
                .append(isText ? text(value) : "")
                .append('}');
    }

    private static String text(@Nullable JsonValue value) {
        return switch (value) {
            case null -> "";
            case JsonValue.JsonString(var text) -> text;
            default -> value.toString();
        };
    }

    private static Map<String, List<Field>> structures() {
        Map<String, List<Field>> structures = new LinkedHashMap<>();
        List<Field> fields = new ArrayList<>();
        for (String line : lines()) {
            String[] words = line.strip().split(" ", -1);
            if (!line.startsWith(" ")) {
                fields = new ArrayList<>();
                structures.put(line, fields);
            } else {
                fields.add(new Field(words[0], words[1], words[2]));
            }
        }
        return structures;
    }

    private static List<String> lines() {
        String name = "pod-template.types";
        try (InputStream in = TemplateDump.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + name);
            }
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name, e);
        }
    }
}
