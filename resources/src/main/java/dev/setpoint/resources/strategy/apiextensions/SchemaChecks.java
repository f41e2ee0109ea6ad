package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.structural.SchemaRules;
import dev.setpoint.resources.structural.Structural;
import dev.setpoint.resources.structural.Structurality;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What Kubernetes asks of the schema of a version.
final class SchemaChecks {
    private static final List<String> TYPES = List.of("array", "boolean", "integer", "number", "object", "string");
    private static final Set<String> RESOURCE_FIELDS = Set.of("metadata", "kind", "apiVersion");

    /// JSON names of what may stand beside a status, in Go's words.
    private static final Map<String, String> ROOT_FIELDS = Map.ofEntries(
            Map.entry("description", "Description"),
            Map.entry("type", "Type"),
            Map.entry("format", "Format"),
            Map.entry("title", "Title"),
            Map.entry("maximum", "Maximum"),
            Map.entry("exclusiveMaximum", "ExclusiveMaximum"),
            Map.entry("minimum", "Minimum"),
            Map.entry("exclusiveMinimum", "ExclusiveMinimum"),
            Map.entry("maxLength", "MaxLength"),
            Map.entry("minLength", "MinLength"),
            Map.entry("pattern", "Pattern"),
            Map.entry("maxItems", "MaxItems"),
            Map.entry("minItems", "MinItems"),
            Map.entry("uniqueItems", "UniqueItems"),
            Map.entry("multipleOf", "MultipleOf"),
            Map.entry("required", "Required"),
            Map.entry("items", "Items"),
            Map.entry("properties", "Properties"),
            Map.entry("externalDocs", "ExternalDocs"),
            Map.entry("example", "Example"),
            Map.entry("x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields"),
            Map.entry("x-kubernetes-validations", "XValidations"));
    private static final String ROOT_WORDS =
            "[Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength "
                    + "Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example "
                    + "XPreserveUnknownFields XValidations]";
    private static final List<String> UNSUPPORTED =
            List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");

    private final FieldErrors errors;

    private SchemaChecks(FieldErrors errors) {
        this.errors = errors;
    }

    /// @param status whether the status is a subresource, whose part of the schema must make sense by itself
    /// @param language of the rules in it
    static void check(
            Structural root, FieldPath path, boolean status, SchemaRules.Language language, FieldErrors errors) {
        if (status) {
            root(root, path, errors);
        }
        if (root.nullable()) {
            errors.forbidden(path.child("nullable"), "nullable cannot be true at the root");
        }
        List<FieldError> violations = Structurality.violations(path, root);
        errors.addAll(violations);
        if (violations.isEmpty()) {
            DefaultChecks.check(root, path, errors);
        }
        int before = errors.size();
        new SchemaChecks(errors).node(root, path, Place.ROOT);
        if (violations.isEmpty() && errors.size() == before) {
            RuleChecks.checkExpressions(root, path, language, errors);
        }
    }

    private static void root(Structural root, FieldPath path, FieldErrors errors) {
        if (!root.type().isEmpty() && !root.type().equals("object")) {
            errors.invalid(
                    path.child("type"),
                    root.type(),
                    "only \"object\" is allowed as the type at the root of the schema if the status subresource is "
                            + "enabled");
            return;
        }
        for (String field : root.json().names()) {
            if (!ROOT_FIELDS.containsKey(field)) {
                errors.invalidShown(
                        path,
                        root.json().toString(),
                        "only " + ROOT_WORDS
                                + " fields are allowed at the root of the schema if the status subresource is enabled");
                return;
            }
        }
    }

    /// What depends on where a schema stands.
    ///
    /// @param noDefaults why there can be no default; empty where there can
    private record Place(boolean root, boolean insideMetadata, String noDefaults) {
        static final Place ROOT = new Place(true, false, "");

        Place below() {
            return new Place(false, insideMetadata, noDefaults);
        }

        Place withoutDefaults(String why) {
            return new Place(false, insideMetadata, why);
        }

        Place inMetadata() {
            return new Place(false, true, noDefaults);
        }
    }

    private void node(@Nullable Structural schema, FieldPath path, Place place) {
        if (schema == null) {
            return;
        }
        supported(schema, path, place);
        JsonObject json = schema.json();
        if (json.booleanOr("uniqueItems", false)) {
            errors.forbidden(
                    path.child("uniqueItems"),
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic");
        }
        if (!schema.properties().isEmpty()
                && (schema.additional() != null || (json.has("additionalProperties") && !schema.additionalAllowed()))) {
            errors.forbidden(
                    path.child("additionalProperties"), "additionalProperties and properties are mutual exclusive");
        }
        node(
                schema.additional(),
                path.child("additionalProperties"),
                place.insideMetadata()
                        ? place.withoutDefaults("inside additionalProperties applying to object metadata")
                        : place.below());
        schema.properties()
                .forEach((name, property) ->
                        node(property, path.child("properties").key(name), property(schema, name, place)));
        node(schema.not(), path.child("not"), place.below());
        nodes(schema.allOf(), path.child("allOf"), place);
        nodes(schema.oneOf(), path.child("oneOf"), place);
        nodes(schema.anyOf(), path.child("anyOf"), place);
        node(schema.items(), path.child("items"), place.below());
        if (json.has("x-kubernetes-preserve-unknown-fields") && !schema.preservesUnknown()) {
            errors.invalid(path.child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined");
        }
        ListTypeChecks.check(schema, path, errors);
        RuleChecks.checkForm(schema, path, errors);
    }

    private void nodes(List<Structural> schemas, FieldPath path, Place place) {
        for (int i = 0; i < schemas.size(); i++) {
            node(schemas.get(i), path.index(i), place.below());
        }
    }

    private static Place property(Structural schema, String name, Place place) {
        if (!(place.root() || schema.embedded()) || !RESOURCE_FIELDS.contains(name)) {
            return place.below();
        }
        Place inside = place.inMetadata();
        return place.root() ? inside.withoutDefaults("in top-level " + name) : inside;
    }

    private void supported(Structural schema, FieldPath path, Place place) {
        String type = schema.type();
        if (!type.isEmpty() && !TYPES.contains(type)) {
            errors.notSupported(path.child("type"), type, TYPES);
        }
        if (schema.defaultValue() != null && !place.noDefaults().isEmpty()) {
            errors.forbidden(path.child("default"), "must not be set " + place.noDefaults());
        }
        for (String field : UNSUPPORTED) {
            if (schema.json().has(field)) {
                errors.forbidden(path.child(field), field + " is not supported");
            }
        }
        if (type.equals("null")) {
            errors.forbidden(path.child("type"), "type cannot be set to null, use nullable as an alternative");
        }
        if (schema.json().get("items") instanceof JsonArray) {
            errors.forbidden(path.child("items"), "items must be a schema object and not an array");
        }
        if (place.insideMetadata() && schema.embedded()) {
            errors.forbidden(path.child("x-kubernetes-embedded-resource"), "must not be used inside of resource meta");
        }
    }
}
