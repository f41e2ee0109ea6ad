package dev.setpoint.resources.table;

import dev.setpoint.machinery.json.JsonObject;

/// The head of a column.
///
/// @param type `string`, `integer`, `boolean` or `date`
/// @param format `name` for the column that identifies the object, else empty
/// @param priority 0 for columns that are always shown, 1 for those of wide output
public record Column(String name, String type, String format, int priority, String description) {
    /// As a Table of meta.k8s.io has it.
    public JsonObject toJson() {
        return new JsonObject()
                .put("name", name)
                .put("type", type)
                .put("format", format)
                .put("description", description)
                .put("priority", priority);
    }
}
