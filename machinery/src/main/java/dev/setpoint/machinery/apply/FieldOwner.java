package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.MalformedJsonException;

/// One entry of `metadata.managedFields`: somebody and what it owns.
///
/// @param time when the entry last changed what the object is; empty when it never did
public record FieldOwner(
        String name, Operation operation, String apiVersion, String subresource, String time, FieldSet fields) {
    /// Appliers declare all that they want; updaters only change something.
    public enum Operation {
        APPLY("Apply"),
        UPDATE("Update");

        private final String word;

        Operation(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /// Whether both stand for one owner: an updater is another owner in another version, an applier is not.
    boolean sameOwner(FieldOwner other) {
        return name.equals(other.name)
                && operation == other.operation
                && subresource.equals(other.subresource)
                && (operation == Operation.APPLY || apiVersion.equals(other.apiVersion));
    }

    FieldOwner owning(FieldSet newFields) {
        return new FieldOwner(name, operation, apiVersion, subresource, time, newFields);
    }

    FieldOwner at(String newTime) {
        return new FieldOwner(name, operation, apiVersion, subresource, newTime, fields);
    }

    /// How a conflict names it.
    String shown() {
        StringBuilder text = new StringBuilder("\"").append(name).append('"');
        if (!subresource.isEmpty()) {
            text.append(" with subresource \"").append(subresource).append('"');
        }
        if (operation == Operation.UPDATE) {
            text.append(" using ").append(apiVersion);
        }
        return text.toString();
    }

    public JsonObject toJson(KnownFields known) {
        JsonObject json = new JsonObject()
                .put("manager", name)
                .put("operation", operation.word())
                .put("apiVersion", apiVersion);
        if (!time.isEmpty()) {
            json.put("time", time);
        }
        json.put("fieldsType", "FieldsV1").put("fieldsV1", known.write(fields));
        if (!subresource.isEmpty()) {
            json.put("subresource", subresource);
        }
        return json;
    }

    /// @throws MalformedJsonException when this is no entry of managed fields
    public static FieldOwner parse(JsonObject json, KnownFields known) {
        Operation operation = switch (json.textOr("operation", "")) {
            case "Apply" -> Operation.APPLY;
            case "Update" -> Operation.UPDATE;
            default -> throw new MalformedJsonException("unknown operation \"" + json.textOr("operation", "") + "\"");
        };
        JsonObject fields = json.object("fieldsV1");
        return new FieldOwner(
                json.textOr("manager", ""),
                operation,
                json.textOr("apiVersion", ""),
                json.textOr("subresource", ""),
                json.textOr("time", ""),
                fields == null ? FieldSet.EMPTY : known.read(fields));
    }
}
