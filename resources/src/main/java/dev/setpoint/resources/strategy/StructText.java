package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import java.util.List;
import java.util.Map;

/// Shows structs as Kubernetes does where it tells what changed: one line for each field, under the name of the
/// field inside the server.
public final class StructText {
    /// The fields of a container in order, with what stands for nothing: these are shown even if nobody set them.
    private static final List<Map.Entry<String, String>> CONTAINER = List.of(
            Map.entry("name", "\"\""),
            Map.entry("image", "\"\""),
            Map.entry("command", "null"),
            Map.entry("args", "null"),
            Map.entry("workingDir", "\"\""),
            Map.entry("ports", "null"),
            Map.entry("envFrom", "null"),
            Map.entry("env", "null"),
            Map.entry("resources", "{}"),
            Map.entry("resizePolicy", "null"),
            Map.entry("restartPolicy", "null"),
            Map.entry("restartPolicyRules", "null"),
            Map.entry("volumeMounts", "null"),
            Map.entry("volumeDevices", "null"),
            Map.entry("livenessProbe", "null"),
            Map.entry("readinessProbe", "null"),
            Map.entry("startupProbe", "null"),
            Map.entry("lifecycle", "null"),
            Map.entry("terminationMessagePath", "\"\""),
            Map.entry("terminationMessagePolicy", "\"\""),
            Map.entry("imagePullPolicy", "\"\""),
            Map.entry("securityContext", "null"),
            Map.entry("stdin", "false"),
            Map.entry("stdinOnce", "false"),
            Map.entry("tty", "false"),
            Map.entry("targetContainerName", "\"\""));

    private final StringBuilder text = new StringBuilder();

    private StructText() {}

    public static String container(JsonObject container) {
        StructText out = new StructText();
        out.text.append("{\n");
        for (int i = 0; i < CONTAINER.size(); i++) {
            Map.Entry<String, String> field = CONTAINER.get(i);
            out.name(field.getKey(), 1);
            JsonValue value = container.get(field.getKey());
            if (value == null) {
                out.text.append(field.getValue());
            } else {
                out.value(value, 1);
            }
            out.text.append(i == CONTAINER.size() - 1 ? "\n" : ",\n");
        }
        return out.text.append('}').toString();
    }

    public static String of(JsonObject struct) {
        StructText out = new StructText();
        out.value(struct, 0);
        return out.text.toString();
    }

    private void name(String field, int depth) {
        String shown = field.equals("tty") ? "TTY" : Character.toUpperCase(field.charAt(0)) + field.substring(1);
        text.append(" ".repeat(depth)).append('"').append(shown).append("\": ");
    }

    private void value(JsonValue value, int depth) {
        switch (value) {
            case JsonObject object when !object.isEmpty() -> object(object, depth);
            case JsonArray array when !array.isEmpty() -> array(array, depth);
            case JsonNull _ -> text.append("null");
            default -> text.append(value);
        }
    }

    private void object(JsonObject object, int depth) {
        text.append("{\n");
        String separator = "";
        for (Map.Entry<String, JsonValue> field : object.entries()) {
            text.append(separator);
            name(field.getKey(), depth + 1);
            value(field.getValue(), depth + 1);
            separator = ",\n";
        }
        text.append('\n').append(" ".repeat(depth)).append('}');
    }

    private void array(JsonArray array, int depth) {
        text.append("[\n");
        String separator = "";
        for (JsonValue element : array) {
            text.append(separator).append(" ".repeat(depth + 1));
            value(element, depth + 1);
            separator = ",\n";
        }
        text.append('\n').append(" ".repeat(depth)).append(']');
    }
}
