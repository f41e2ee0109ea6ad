package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.pod.VolumeDefaults;
import java.util.Map;

/// PersistentVolumeClaims.
public final class PersistentVolumeClaimStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject claim) {
        VolumeDefaults.claimSpec(claim.child("spec"));
        Fields.fill(claim.child("status"), "phase", JsonValue.of("Pending"));
    }

    @Override
    public JsonObject initialStatus(JsonObject claim) {
        return new JsonObject().put("phase", "Pending");
    }

    @Override
    public void prepareForCreate(JsonObject claim) {
        KindStrategy.super.prepareForCreate(claim);
        dataSources(claim.child("spec"));
    }

    @Override
    public void prepareForUpdate(JsonObject claim, JsonObject old) {
        KindStrategy.super.prepareForUpdate(claim, old);
        dataSources(claim.child("spec"));
    }

    /// `dataSource` is the older name of `dataSourceRef`, and cannot speak of another namespace.
    private static void dataSources(JsonObject spec) {
        JsonObject reference = spec.object("dataSourceRef");
        JsonObject source = spec.object("dataSource");
        if (reference == null && source != null) {
            spec.put("dataSourceRef", source.copy());
        } else if (source == null && reference != null && !Fields.isSet(reference, "namespace")) {
            spec.put("dataSource", reference.copy());
        }
    }

    /// Kubernetes' own name for `metadata.name` here, older than that.
    @Override
    public Map<String, String> selectableFields(JsonObject claim) {
        return Map.of("name", Fields.text(claim, "metadata", "name"));
    }

    @Override
    public boolean countsGenerations() {
        return false;
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
