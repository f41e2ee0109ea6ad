package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import java.util.List;

/// RFC 7386: objects are merged, null removes, everything else replaces.
public final class MergePatch implements Patch {
    private static final String DECODING = "error decoding patch: ";

    private final JsonObject patch;
    private final List<String> strictErrors;

    private MergePatch(JsonObject patch, List<String> strictErrors) {
        this.patch = patch;
        this.strictErrors = strictErrors;
    }

    public static MergePatch decode(byte[] patch) {
        return of(Refusal.read(patch, DECODING));
    }

    public static MergePatch of(JsonReader.Parsed parsed) {
        return switch (parsed.value()) {
            case JsonObject object -> new MergePatch(object, StrictErrors.duplicates("", parsed.duplicates()));
            case JsonNull _ -> throw Refusal.malformed("Invalid JSON Patch");
            case JsonValue other -> throw Refusal.mistyped(DECODING, other, "value of type map[string]interface {}");
        };
    }

    @Override
    public JsonObject apply(JsonObject current) {
        merge(current, patch);
        return current;
    }

    @Override
    public List<String> strictErrors() {
        return strictErrors;
    }

    private static void merge(JsonObject into, JsonObject patch) {
        patch.forEach((name, change) -> {
            if (change == JsonNull.NULL) {
                into.remove(name);
            } else if (into.get(name) instanceof JsonObject present) {
                if (change instanceof JsonObject changes) {
                    merge(present, changes);
                } else {
                    into.put(name, change.copy());
                }
            } else {
                into.put(name, withoutNulls(change));
            }
        });
    }

    /// A copy in which no object has a null field: there is nothing to remove in what is new.
    static JsonValue withoutNulls(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                JsonObject copy = new JsonObject();
                object.forEach((name, field) -> {
                    if (field != JsonNull.NULL) {
                        copy.put(name, withoutNulls(field));
                    }
                });
                yield copy;
            }
            case JsonArray array -> {
                JsonArray copy = new JsonArray();
                array.forEach(element -> copy.add(withoutNulls(element)));
                yield copy;
            }
            default -> value;
        };
    }
}
