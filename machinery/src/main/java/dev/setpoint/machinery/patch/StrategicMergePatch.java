package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.json.GoText;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.schema.Schema;
import java.util.List;

/// A merge patch that knows the kind: lists are merged by the keys of their elements, and directives in the patch say
/// what else is to happen.
///
///     {"$patch": "replace", ...}                 take this object or list as it is
///     {"$patch": "delete", "name": "x"}          remove this element
///     "$retainKeys": ["type", "rollingUpdate"]   of the present object only these fields survive
///     "$setElementOrder/containers": [...]       the order of the merged list
///     "$deleteFromPrimitiveList/finalizers"      remove these scalars
public final class StrategicMergePatch implements Patch {
    private final JsonObject patch;
    private final Schema schema;
    private final List<String> strictErrors;

    private StrategicMergePatch(JsonObject patch, Schema schema, List<String> strictErrors) {
        this.patch = patch;
        this.schema = schema;
        this.strictErrors = strictErrors;
    }

    /// @param schema of the patched object's kind
    public static StrategicMergePatch decode(byte[] patch, Schema schema) {
        return of(Refusal.read(patch, ""), schema);
    }

    public static StrategicMergePatch of(JsonReader.Parsed parsed, Schema schema) {
        return switch (parsed.value()) {
            case JsonObject object ->
                new StrategicMergePatch(object, schema, StrictErrors.duplicates("", parsed.duplicates()));
            case JsonNull _ -> new StrategicMergePatch(new JsonObject(), schema, List.of());
            case JsonValue other -> throw Refusal.mistyped("", other, "value of type map[string]interface {}");
        };
    }

    @Override
    public JsonObject apply(JsonObject current) {
        return StrategicMerge.merge(current, patch.copy(), schema);
    }

    @Override
    public List<String> strictErrors() {
        return strictErrors;
    }

    /// The patch as the API server quotes it when the patched object is none of its kind: `map[data:5]`.
    @Override
    public String toString() {
        return GoText.of(patch);
    }
}
