package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;

/// Schemas of the few types that are no structs in JSON.
final class OwnForms {
    static final String PATCH = "meta.v1.Patch";

    private OwnForms() {}

    static JsonObject of(String typeName) {
        return switch (typeName) {
            case "meta.v1.Time" -> text("date-time", "A point in time, in RFC 3339, to the second.");
            case "meta.v1.MicroTime" -> text("date-time", "A point in time, in RFC 3339, to the microsecond.");
            case "resource.Quantity" ->
                either("string", "number")
                        .put(
                                "description",
                                "An amount, with a suffix for its scale: 1.5, 500m, 2k, 128Mi. It is answered in "
                                        + "canonical form: without a fraction, at the largest scale that allows it.");
            case "intstr.IntOrString" ->
                either("integer", "string")
                        .put("format", "int-or-string")
                        .put("description", "A number or a text: a port or its name, a count or a percentage.");
            case "runtime.RawExtension" -> object("An object of a kind that only its owner knows.");
            case "meta.v1.FieldsV1" ->
                object("A set of fields, as a tree: f:name is a field, k:{...} an element of a list by "
                        + "its keys, v:value one by its value, and . the thing itself.");
            case PATCH -> object("A change to an object, in the form that the content type names.");
            case "apiextensions.v1.JSON" -> any("Any JSON value.");
            case "apiextensions.v1.JSONSchemaPropsOrArray" -> any("A schema, or a list of schemas.");
            case "apiextensions.v1.JSONSchemaPropsOrBool" -> any("A schema, or a boolean.");
            case "apiextensions.v1.JSONSchemaPropsOrStringArray" -> any("A schema, or a list of texts.");
            default -> throw new IllegalStateException("type: " + typeName + " (expected: one with a schema)");
        };
    }

    private static JsonObject any(String description) {
        return new JsonObject().put("description", description);
    }

    private static JsonObject object(String description) {
        return any(description).put("type", "object");
    }

    private static JsonObject text(String format, String description) {
        return any(description).put("format", format).put("type", "string");
    }

    private static JsonObject either(String one, String other) {
        return new JsonObject()
                .put("oneOf", JsonArray.of(new JsonObject().put("type", one), new JsonObject().put("type", other)));
    }
}
