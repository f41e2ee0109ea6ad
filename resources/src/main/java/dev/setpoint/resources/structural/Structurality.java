package dev.setpoint.resources.structural;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What keeps a schema from being structural: from saying of every field, outside of any `allOf`, `anyOf`, `oneOf` and
/// `not`, that it is there and of which type. Only then is it known what to prune and what to default.
public final class Structurality {
    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String typeMissing;

        Level(String typeMissing) {
            this.typeMissing = typeMissing;
        }
    }

    /// What a nested schema may not say, and whether `false` or emptiness would be allowed.
    private static final List<String> NOT_NESTED =
            List.of("additionalProperties", "default", "x-kubernetes-list-type", "x-kubernetes-map-type");
    private static final List<String> EMPTY_NESTED =
            List.of("type", "title", "description", "x-kubernetes-list-map-keys", "x-kubernetes-validations");
    private static final List<String> FALSE_NESTED = List.of(
            "nullable",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-int-or-string");
    private static final Set<String> NAMES = Set.of("name", "generateName");

    private final FieldErrors errors = new FieldErrors();

    private Structurality() {}

    /// In the order of their text; none for a structural schema.
    public static List<FieldError> violations(FieldPath path, Structural root) {
        Structurality check = new Structurality();
        check.invariants(path, root, Level.ROOT);
        check.complete(root, root, path, path);
        return check.errors.list().stream()
                .sorted(Comparator.comparing(FieldError::toString))
                .toList();
    }

    private void invariants(FieldPath path, Structural schema, Level level) {
        if (schema.type().equals("array") && schema.items() == null) {
            errors.required(path.child("items"), "must be specified");
        }
        if (schema.items() != null) {
            invariants(path.child("items"), schema.items(), Level.ITEM);
        }
        schema.properties()
                .forEach((name, property) -> invariants(path.child("properties").key(name), property, Level.FIELD));
        if (schema.additionalAllowed() && level == Level.ROOT) {
            errors.forbidden(path.child("additionalProperties"), "must not be used at the root");
        }
        if (schema.additional() != null) {
            invariants(path.child("additionalProperties"), schema.additional(), Level.FIELD);
        }
        if (schema.intOrString() && schema.preservesUnknown()) {
            errors.invalid(
                    path.child("x-kubernetes-preserve-unknown-fields"),
                    true,
                    "must be false if x-kubernetes-int-or-string is true");
        }
        if (schema.intOrString() && schema.embedded()) {
            errors.invalid(
                    path.child("x-kubernetes-embedded-resource"),
                    true,
                    "must be false if x-kubernetes-int-or-string is true");
        }
        boolean firstOfAll =
                !schema.allOf().isEmpty() && isIntegerOrString(schema.allOf().getFirst());
        valueValidation(path, schema, isIntegerOrString(schema), firstOfAll);
        type(path, schema, level);
        resource(path, schema, level);
    }

    private void type(FieldPath path, Structural schema, Level level) {
        String type = schema.type();
        if (schema.embedded() && !type.equals("object")) {
            String why = "must be object if x-kubernetes-embedded-resource is true";
            if (type.isEmpty()) {
                errors.required(path.child("type"), why);
            } else {
                errors.invalid(path.child("type"), type, why);
            }
        } else if (type.isEmpty() && !schema.intOrString() && !schema.preservesUnknown()) {
            errors.required(path.child("type"), level.typeMissing);
        }
        if (schema.embedded() && schema.additionalAllowed()) {
            errors.forbidden(
                    path.child("additionalProperties"), "must not be used if x-kubernetes-embedded-resource is set");
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            errors.invalid(path.child("type"), type, "must be object at the root");
        }
    }

    private void resource(FieldPath path, Structural schema, Level level) {
        boolean resource = level == Level.ROOT || schema.embedded();
        for (String name : List.of("kind", "apiVersion")) {
            Structural property = schema.properties().get(name);
            if (resource && property != null && !property.type().equals("string")) {
                errors.invalid(path.child("properties").key(name).child("type"), property.type(), "must be string");
            }
        }
        Structural metadata = schema.properties().get("metadata");
        FieldPath at = path.child("properties").key("metadata");
        if (metadata != null && resource && !metadata.type().equals("object")) {
            errors.invalid(at.child("type"), metadata.type(), "must be object");
        }
        if (metadata != null && level == Level.ROOT && saysTooMuch(metadata)) {
            errors.forbidden(
                    at,
                    "must not specify anything other than name and generateName, but metadata is implicitly specified");
        }
        if (schema.embedded()
                && !schema.preservesUnknown()
                && schema.properties().isEmpty()) {
            errors.required(
                    path.child("properties"),
                    "must not be empty if x-kubernetes-embedded-resource is true without "
                            + "x-kubernetes-preserve-unknown-fields");
        }
    }

    private static boolean saysTooMuch(Structural metadata) {
        for (String field : metadata.json().names()) {
            switch (field) {
                case "type", "default" -> {}
                case "properties" -> {
                    if (!NAMES.containsAll(metadata.properties().keySet())) {
                        return true;
                    }
                }
                default -> {
                    return true;
                }
            }
        }
        return false;
    }

    private void valueValidation(FieldPath path, Structural schema, boolean skipAnyOf, boolean skipFirstOfAll) {
        if (!skipAnyOf) {
            nestedAll(path.child("anyOf"), schema.anyOf());
        }
        for (int i = 0; i < schema.allOf().size(); i++) {
            nested(path.child("allOf").index(i), schema.allOf().get(i), skipFirstOfAll && i == 0);
        }
        nestedAll(path.child("oneOf"), schema.oneOf());
        if (schema.not() != null) {
            nested(path.child("not"), schema.not(), false);
        }
        String pattern = schema.limits().patternText();
        if (!pattern.isEmpty()) {
            try {
                Pattern.compile(pattern);
            } catch (PatternSyntaxException e) {
                errors.invalid(
                        path.child("pattern"),
                        pattern,
                        "must be a valid regular expression, but isn't: error parsing regexp: " + e.getDescription()
                                + ": `" + e.getPattern() + "`");
            }
        }
    }

    private void nestedAll(FieldPath path, List<Structural> schemas) {
        for (int i = 0; i < schemas.size(); i++) {
            nested(path.index(i), schemas.get(i), false);
        }
    }

    private void nested(FieldPath path, Structural schema, boolean skipAnyOf) {
        valueValidation(path, schema, skipAnyOf, false);
        if (schema.items() != null) {
            nested(path.child("items"), schema.items(), false);
        }
        schema.properties()
                .forEach((name, property) -> nested(path.child("properties").key(name), property, false));
        JsonObject json = schema.json();
        NOT_NESTED.stream()
                .filter(json::has)
                .forEach(field -> errors.forbidden(path.child(field), "must be undefined to be structural"));
        EMPTY_NESTED.stream()
                .filter(field -> !json.textOr(field, "").isEmpty() || !isEmpty(json.array(field)))
                .forEach(field -> errors.forbidden(path.child(field), "must be empty to be structural"));
        FALSE_NESTED.stream()
                .filter(field -> json.booleanOr(field, false))
                .forEach(field -> errors.forbidden(path.child(field), "must be false to be structural"));
        if (schema.properties().containsKey("metadata")) {
            errors.forbidden(path.child("properties").key("metadata"), "must not be specified in a nested context");
        }
    }

    private static boolean isEmpty(@Nullable JsonArray array) {
        return array == null || array.isEmpty();
    }

    /// Everything that a nested schema speaks of must be there outside of it.
    private void complete(Structural values, @Nullable Structural schema, FieldPath at, FieldPath definedAt) {
        completeAll(values.allOf(), schema, at, definedAt.child("allOf"));
        completeAll(values.anyOf(), schema, at, definedAt.child("anyOf"));
        completeAll(values.oneOf(), schema, at, definedAt.child("oneOf"));
        if (values.not() != null) {
            completeNested(values.not(), schema, at, definedAt.child("not"));
        }
    }

    private void completeAll(List<Structural> nested, @Nullable Structural schema, FieldPath at, FieldPath definedAt) {
        for (int i = 0; i < nested.size(); i++) {
            completeNested(nested.get(i), schema, at, definedAt.index(i));
        }
    }

    private void completeNested(Structural nested, @Nullable Structural schema, FieldPath at, FieldPath definedAt) {
        if (schema == null) {
            errors.required(at, "because it is defined in " + definedAt);
            return;
        }
        complete(nested, schema, at, definedAt);
        if (nested.items() != null) {
            completeNested(nested.items(), schema.items(), at.child("items"), definedAt.child("items"));
        }
        nested.properties()
                .forEach((name, property) -> completeNested(
                        property,
                        schema.properties().get(name),
                        at.child("properties").key(name),
                        definedAt.child("properties").key(name)));
    }

    /// The one `anyOf` that may name types: `[{type: integer}, {type: string}]`.
    private static boolean isIntegerOrString(Structural schema) {
        return schema.anyOf().size() == 2
                && onlyType(schema.anyOf().getFirst(), "integer")
                && onlyType(schema.anyOf().getLast(), "string");
    }

    private static boolean onlyType(Structural schema, String type) {
        return schema.type().equals(type) && schema.json().size() == 1;
    }
}
