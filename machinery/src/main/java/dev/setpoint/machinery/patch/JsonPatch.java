package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.List;

/// RFC 6902: a list of operations, all of which must apply.
///
/// As in Kubernetes, `replace` of an absent field adds it, indexes may count from the end (`-1` is the last), and an
/// absent value is null.
public final class JsonPatch implements Patch {
    static final int MAX_OPERATIONS = 10_000;

    private static final String DECODING = "error decoding patch: ";
    private static final List<String> FIELDS = List.of("op", "path", "from", "value");

    private final List<Operation> operations;
    private final List<String> strictErrors;

    private JsonPatch(List<Operation> operations, List<String> strictErrors) {
        this.operations = operations;
        this.strictErrors = strictErrors;
    }

    /// Texts that are missing are empty, which no pointer is.
    record Operation(String kind, Pointer path, Pointer from, JsonValue value) {}

    public static JsonPatch decode(byte[] patch) {
        JsonReader.Parsed parsed = Refusal.read(patch, DECODING);
        if (!(parsed.value() instanceof JsonArray) && parsed.value() != JsonNull.NULL) {
            throw Refusal.mistyped(DECODING, parsed.value(), "value of type []handlers.jsonPatchOp");
        }
        JsonArray elements = parsed.value() instanceof JsonArray array ? array : new JsonArray();
        List<String> strictErrors = new ArrayList<>(StrictErrors.duplicates("json patch ", parsed.duplicates()));
        List<Operation> operations = new ArrayList<>(elements.size());
        for (int i = 0; i < elements.size(); i++) {
            operations.add(operation(elements.get(i), i, strictErrors));
        }
        if (operations.size() > MAX_OPERATIONS) {
            throw new ApiException(new ApiError.TooLarge("The allowed maximum operations in a JSON patch is "
                    + MAX_OPERATIONS + ", got " + operations.size()));
        }
        return new JsonPatch(operations, strictErrors);
    }

    @Override
    public JsonObject apply(JsonObject current) {
        PatchedDocument document = new PatchedDocument(current);
        for (Operation operation : operations) {
            document.apply(operation);
        }
        return document.object();
    }

    @Override
    public List<String> strictErrors() {
        return strictErrors;
    }

    private static Operation operation(JsonValue element, int index, List<String> strictErrors) {
        if (!(element instanceof JsonObject) && element != JsonNull.NULL) {
            throw Refusal.mistyped(DECODING, element, "value of type handlers.jsonPatchOp");
        }
        JsonObject fields = element instanceof JsonObject object ? object : new JsonObject();
        for (String name : fields.names()) {
            if (!FIELDS.contains(name)) {
                strictErrors.add(StrictErrors.unknown("json patch ", "[" + index + "]." + name));
            }
        }
        JsonValue value = fields.get("value");
        return new Operation(
                text(fields, "op"),
                Pointer.parse(text(fields, "path")),
                Pointer.parse(text(fields, "from")),
                value == null ? JsonNull.NULL : value);
    }

    private static String text(JsonObject operation, String field) {
        JsonValue value = operation.get(field);
        if (value == null || value == JsonNull.NULL) {
            return "";
        }
        if (value instanceof JsonString(String text)) {
            return text;
        }
        throw Refusal.mistyped(DECODING, value, "struct field jsonPatchOp." + field + " of type string");
    }
}
