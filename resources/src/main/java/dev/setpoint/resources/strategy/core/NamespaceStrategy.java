package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.NameRule;
import java.util.Map;

/// Namespaces. Their own list of finalizers, in the spec, holds them until everything in them is gone.
public final class NamespaceStrategy implements KindStrategy {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final JsonValue FINALIZER = JsonValue.of("kubernetes");

    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }

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
        KindStrategy.super.prepareForCreate(namespace);
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
    public Map<String, String> selectableFields(JsonObject namespace) {
        return Map.of("status.phase", Fields.text(namespace, "status", "phase"));
    }

    @Override
    public boolean countsGenerations() {
        return false;
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
    public boolean returnsDeletedObject() {
        return true;
    }
}
