package dev.setpoint.machinery.yaml;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonBoolean;
import dev.setpoint.machinery.json.JsonValue.JsonDecimal;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.text.Quoted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// Decodes the first document of a YAML text into a tree; what follows it is not read, as in Kubernetes.
///
/// The last of duplicate keys wins. A merge key (`<<`) sets its fields where it stands, so that later keys override it
/// and earlier ones are overridden: go-yaml's order, not the specification's.
public final class YamlReader {
    static final int MAX_DEPTH = 500;
    static final int MAX_ALIASED_VALUES = 100_000;
    static final int MAX_CHARACTERS = 16 * 1024 * 1024;
    static final int MAX_DUPLICATES = 100;

    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(MAX_CHARACTERS).build();

    private final Iterator<Event> events;
    private final Map<String, JsonValue> anchors = new HashMap<>();
    private final Set<String> openAnchors = new HashSet<>();
    private final List<String> duplicates = new ArrayList<>(0);
    private int aliasedValues;

    private YamlReader(Iterator<Event> events) {
        this.events = events;
    }

    /// @param strictError what field validation says of duplicate keys; empty when there are none
    public record Parsed(JsonValue value, String strictError) {}

    public static JsonValue value(byte[] yaml) {
        return parse(yaml).value();
    }

    public static Parsed parse(byte[] yaml) {
        String text = new String(yaml, StandardCharsets.UTF_8);
        try {
            YamlReader reader =
                    new YamlReader(new Parse(SETTINGS).parseString(text).iterator());
            JsonValue value = reader.document();
            return new Parsed(value, reader.strictError());
        } catch (YamlEngineException e) {
            throw new MalformedYamlException(YamlMistake.describe(e));
        } catch (NumberFormatException e) {
            // The scanner parses an escape before it has looked at all of its digits.
            throw new MalformedYamlException("yaml: did not find expected hexdecimal number");
        }
    }

    private String strictError() {
        return duplicates.isEmpty() ? "" : "yaml: unmarshal errors:\n  " + String.join("\n  ", duplicates);
    }

    private JsonValue document() {
        while (events.hasNext()) {
            if (events.next() instanceof DocumentStartEvent) {
                return value(events.next(), 1);
            }
        }
        return JsonNull.NULL;
    }

    private JsonValue value(Event event, int depth) {
        if (depth > MAX_DEPTH) {
            throw failure("exceeded max depth of " + MAX_DEPTH);
        }
        return switch (event) {
            case AliasEvent alias -> alias(alias, depth);
            case ScalarEvent scalar -> anchored(scalar, _ -> {}, scalar(scalar));
            case SequenceStartEvent start -> {
                JsonArray array = new JsonArray();
                yield anchored(start, _ -> elements(array, depth), array);
            }
            case MappingStartEvent start -> {
                JsonObject object = new JsonObject();
                yield anchored(start, _ -> fields(object, depth), object);
            }
            default -> throw failure("unexpected " + event.getEventId());
        };
    }

    /// Fills the value and only then makes it known under its anchor, so that no value contains itself.
    private JsonValue anchored(NodeEvent event, Consumer<JsonValue> fill, JsonValue value) {
        String anchor = event.getAnchor().map(Object::toString).orElse("");
        if (!anchor.isEmpty()) {
            openAnchors.add(anchor);
        }
        fill.accept(value);
        if (!anchor.isEmpty()) {
            openAnchors.remove(anchor);
            anchors.put(anchor, value);
        }
        return value;
    }

    private void elements(JsonArray array, int depth) {
        for (Event next = events.next(); next.getEventId() != Event.ID.SequenceEnd; next = events.next()) {
            array.add(value(next, depth + 1));
        }
    }

    private void fields(JsonObject object, int depth) {
        for (Event next = events.next(); next.getEventId() != Event.ID.MappingEnd; next = events.next()) {
            if (next instanceof ScalarEvent scalar && isMergeKey(scalar)) {
                merge(object, value(events.next(), depth + 1));
                continue;
            }
            JsonValue key = value(next, depth + 1);
            Event first = events.next();
            set(object, key, value(first, depth + 1), line(first));
        }
    }

    private void merge(JsonObject object, JsonValue merged) {
        switch (merged) {
            case JsonObject fields -> fields.forEach(object::put);
            case JsonArray sources -> {
                for (int i = sources.size() - 1; i >= 0; i--) { // Earlier ones take precedence.
                    if (!(sources.get(i) instanceof JsonObject)) {
                        throw failure("map merge requires map or sequence of maps as the value");
                    }
                    merge(object, sources.get(i));
                }
            }
            default -> throw failure("map merge requires map or sequence of maps as the value");
        }
    }

    private void set(JsonObject object, JsonValue key, JsonValue value, int line) {
        String name = switch (key) {
            case JsonString(String text) -> text;
            case JsonInteger(long number) -> Long.toString(number);
            case JsonBoolean bool -> Boolean.toString(bool.value());
            case JsonDecimal decimal -> JsonWriter.text(decimal);
            case JsonNull _ -> throw new MalformedYamlException("unsupported map key of type: <nil>");
            case JsonObject complex -> throw failure("invalid map key: " + complex);
            case JsonArray complex -> throw failure("invalid map key: " + complex);
        };
        if (object.replace(name, value) != null && duplicates.size() < MAX_DUPLICATES) {
            String shown = key instanceof JsonString ? Quoted.of(name) : name;
            duplicates.add("line " + line + ": key " + shown + " already set in map");
        }
    }

    private static JsonValue scalar(ScalarEvent scalar) {
        String tag = scalar.getTag().orElse("");
        String text = scalar.getValue();
        JsonValue value = switch (tag) {
            case "" -> scalar.isPlain() ? YamlScalars.resolve(text) : new JsonString(text);
            case "tag:yaml.org,2002:null",
                    "tag:yaml.org,2002:bool",
                    "tag:yaml.org,2002:int",
                    "tag:yaml.org,2002:float" -> tagged(tag.substring("tag:yaml.org,2002:".length()), text);
            case "tag:yaml.org,2002:binary" -> throw failure("!!binary is not supported");
            default -> new JsonString(text);
        };
        if (value instanceof JsonDecimal(double number) && !Double.isFinite(number)) {
            throw new MalformedYamlException(
                    "json: unsupported value: " + (Double.isNaN(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf"));
        }
        return value;
    }

    private static JsonValue tagged(String type, String text) {
        JsonValue value = YamlScalars.resolve(text);
        String found = switch (value) {
            case JsonNull _ -> "null";
            case JsonBoolean _ -> "bool";
            case JsonInteger _ -> "int";
            case JsonDecimal _ -> "float";
            default -> "str";
        };
        if (found.equals(type)) {
            return value;
        }
        if (type.equals("float") && value instanceof JsonInteger(long number)) {
            return new JsonDecimal(number);
        }
        throw failure("cannot decode !!" + found + " `" + text + "` as a !!" + type);
    }

    private JsonValue alias(AliasEvent alias, int depth) {
        String name = alias.getAlias().toString();
        if (openAnchors.contains(name)) {
            throw failure("anchor '" + name + "' value contains itself");
        }
        JsonValue value = anchors.get(name);
        if (value == null) {
            throw failure("unknown anchor '" + name + "' referenced");
        }
        return expand(value, depth);
    }

    /// A copy that counts: a few lines of nested aliases could otherwise stand for billions of values.
    private JsonValue expand(JsonValue value, int depth) {
        if (++aliasedValues > MAX_ALIASED_VALUES || depth > MAX_DEPTH) {
            throw failure("document contains excessive aliasing");
        }
        return switch (value) {
            case JsonObject object -> {
                JsonObject copy = new JsonObject();
                object.forEach((name, field) -> copy.put(name, expand(field, depth + 1)));
                yield copy;
            }
            case JsonArray array -> {
                JsonArray copy = new JsonArray();
                array.forEach(element -> copy.add(expand(element, depth + 1)));
                yield copy;
            }
            default -> value;
        };
    }

    private static boolean isMergeKey(ScalarEvent scalar) {
        return scalar.getValue().equals("<<")
                && (scalar.isPlain() || scalar.getTag().orElse("").equals("tag:yaml.org,2002:merge"));
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    }

    private static MalformedYamlException failure(String message) {
        return new MalformedYamlException("yaml: " + message);
    }
}
