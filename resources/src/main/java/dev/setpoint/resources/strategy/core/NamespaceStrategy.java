package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Lifecycle;
import dev.setpoint.resources.strategy.ObjectMetaValidation;
import dev.setpoint.resources.strategy.Preparation;
import java.util.List;

/// Namespaces. Their own list of finalizers, in the spec, holds them until everything in them is gone.
public final class NamespaceStrategy implements Defaults, Preparation, KindRules, Lifecycle {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final FieldPath FINALIZERS = FieldPath.of("spec").child("finalizers");
    private static final JsonValue FINALIZER = JsonValue.of("kubernetes");

    @Override
    public void applyDefaults(JsonObject namespace) {
        JsonObject metadata = namespace.child("metadata");
        String name = metadata.textOr("name", "");
        if (!name.isEmpty()) {
            metadata.child("labels").put(NAME_LABEL, name);
        }
        namespace.child("spec");
        Fields.fill(namespace.child("status"), "phase", JsonValue.of("Active"));
    }

    @Override
    public JsonObject initialStatus(JsonObject namespace) {
        return new JsonObject().put("phase", "Active");
    }

    @Override
    public void prepareForCreate(JsonObject namespace) {
        Preparation.super.prepareForCreate(namespace);
        JsonObject spec = namespace.child("spec");
        JsonArray finalizers = spec.array("finalizers");
        if (finalizers == null) {
            spec.put("finalizers", JsonArray.of(FINALIZER));
        } else if (!finalizers.contains(FINALIZER)) {
            finalizers.add(FINALIZER);
        }
    }

    @Override
    public void prepareForUpdate(JsonObject namespace, JsonObject old) {
        Fields.keep("finalizers", namespace.child("spec"), old.child("spec"));
        Fields.keep("status", namespace, old);
    }

    /// Finalizers go through `finalize` alone.
    @Override
    public void prepareForSubresourceUpdate(String subresource, JsonObject namespace, JsonObject old) {
        Fields.keep("status", namespace, old);
    }

    @Override
    public boolean holdsDeletion(JsonObject namespace) {
        return Fields.isSet(namespace.child("spec"), "finalizers");
    }

    @Override
    public void onDeletionMarked(JsonObject namespace) {
        namespace.child("metadata").remove("deletionGracePeriodSeconds");
        namespace.child("status").put("phase", "Terminating");
    }

    @Override
    public void check(JsonObject namespace, FieldErrors errors) {
        for (String finalizer : Fields.texts(namespace.child("spec"), "finalizers")) {
            finalizer(finalizer, FINALIZERS, errors);
        }
    }

    private static void finalizer(String name, FieldPath path, FieldErrors errors) {
        errors.invalid(path, name, Formats.labelKey(name));
        ObjectMetaValidation.qualifiedFinalizer(name, path, errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject namespace, JsonObject old, FieldErrors errors) {
        String phase = Fields.text(namespace, "status", "phase");
        FieldPath path = FieldPath.of("status").child("Phase");
        if (namespace.child("metadata").has("deletionTimestamp")) {
            if (!phase.equals("Terminating")) {
                errors.invalid(path, phase, "may only be 'Terminating' if `deletionTimestamp` is not empty");
            }
        } else if (!phase.equals("Active")) {
            errors.invalid(path, phase, "may only be 'Active' if `deletionTimestamp` is empty");
        }
    }

    @Override
    public void checkSubresourceUpdate(String subresource, JsonObject namespace, JsonObject old, FieldErrors errors) {
        List<String> finalizers = Fields.texts(namespace.child("spec"), "finalizers");
        for (int i = 0; i < finalizers.size(); i++) {
            finalizer(finalizers.get(i), FINALIZERS.index(i), errors);
        }
    }
}
