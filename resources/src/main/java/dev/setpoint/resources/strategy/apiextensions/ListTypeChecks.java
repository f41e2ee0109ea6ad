package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.structural.Structural;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Sets, maps and atoms: whether a list or a map can be what its schema says.
final class ListTypeChecks {
    private ListTypeChecks() {}

    static void check(Structural schema, FieldPath path, FieldErrors errors) {
        typed(schema, schema.mapType(), "x-kubernetes-map-type", "object", path, errors);
        if (!schema.mapType().isEmpty() && !List.of("atomic", "granular").contains(schema.mapType())) {
            errors.notSupported(path.child("x-kubernetes-map-type"), schema.mapType(), List.of("atomic", "granular"));
        }
        typed(schema, schema.listType(), "x-kubernetes-list-type", "array", path, errors);
        if (!schema.listType().isEmpty() && !List.of("atomic", "set", "map").contains(schema.listType())) {
            errors.notSupported(
                    path.child("x-kubernetes-list-type"), schema.listType(), List.of("atomic", "set", "map"));
        }
        if (!schema.listMapKeys().isEmpty() && !schema.listType().equals("map")) {
            String why = "must be map if x-kubernetes-list-map-keys is non-empty";
            if (schema.listType().isEmpty()) {
                errors.required(path.child("x-kubernetes-list-type"), why);
            } else {
                errors.invalid(path.child("x-kubernetes-list-type"), schema.listType(), why);
            }
        }
        switch (schema.listType()) {
            case "set" -> set(schema, path, errors);
            case "map" -> map(schema, path, errors);
            default -> {}
        }
    }

    private static void typed(
            Structural schema, String said, String extension, String type, FieldPath path, FieldErrors errors) {
        if (said.isEmpty() || schema.type().equals(type)) {
            return;
        }
        String why = "must be " + type + " if " + extension + " is specified";
        if (schema.type().isEmpty()) {
            errors.required(path.child("type"), why);
        } else {
            errors.invalid(path.child("type"), schema.type(), why);
        }
    }

    private static void set(Structural schema, FieldPath path, FieldErrors errors) {
        Structural items = schema.items();
        if (items == null) {
            return;
        }
        String why = "must be atomic as item of a list with x-kubernetes-list-type=set";
        boolean divisibleList = items.type().equals("array")
                && !items.listType().isEmpty()
                && !items.listType().equals("atomic");
        if (divisibleList) {
            errors.invalid(path.child("items").child("x-kubernetes-list-type"), items.listType(), why);
        }
        if (items.type().equals("object") && !items.mapType().equals("atomic")) {
            errors.invalidShown(path.child("items").child("x-kubernetes-map-type"), "null", why);
        }
        notNullable(schema, items, path, errors);
    }

    private static void map(Structural schema, FieldPath path, FieldErrors errors) {
        if (schema.listMapKeys().isEmpty()) {
            errors.required(
                    path.child("x-kubernetes-list-map-keys"), "must not be empty if x-kubernetes-list-type is map");
        }
        Structural items = schema.items();
        if (items == null) {
            errors.required(path.child("items"), "must have a schema if x-kubernetes-list-type is map");
            return;
        }
        if (!items.type().equals("object")) {
            errors.invalid(
                    path.child("items").child("type"),
                    items.type(),
                    "must be object if parent array's x-kubernetes-list-type is map");
        } else {
            keys(schema, items, path, errors);
        }
        notNullable(schema, items, path, errors);
        for (String key : schema.listMapKeys()) {
            Structural property = items.properties().get(key);
            if (property == null) {
                continue;
            }
            FieldPath at = path.child("items").child("properties").key(key);
            if (!items.required().contains(key) && property.defaultValue() == null) {
                errors.required(
                        at.child("default"),
                        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required "
                                + "property");
            }
            if (property.nullable()) {
                errors.forbidden(
                        at.child("nullable"),
                        "this property is in x-kubernetes-list-map-keys, so it cannot be nullable");
            }
        }
    }

    private static void keys(Structural schema, Structural items, FieldPath path, FieldErrors errors) {
        Set<String> seen = new HashSet<>();
        for (String key : schema.listMapKeys()) {
            Structural property = items.properties().get(key);
            if (property == null) {
                errors.invalidShown(
                        path.child("x-kubernetes-list-map-keys"),
                        Shown.texts(schema.listMapKeys()),
                        "entries must all be names of item properties");
            } else if (property.type().equals("array") || property.type().equals("object")) {
                errors.invalid(
                        path.child("items").child("properties").key(key).child("type"),
                        items.type(),
                        "must be a scalar type if parent array's x-kubernetes-list-type is map");
            }
            if (!seen.add(key)) {
                errors.invalidShown(
                        path.child("x-kubernetes-list-map-keys"),
                        Shown.texts(schema.listMapKeys()),
                        "must not contain duplicate entries");
            }
        }
    }

    private static void notNullable(Structural schema, Structural items, FieldPath path, FieldErrors errors) {
        if (items.nullable()) {
            errors.forbidden(
                    path.child("items").child("nullable"),
                    "cannot be nullable when x-kubernetes-list-type is " + schema.listType());
        }
    }
}
