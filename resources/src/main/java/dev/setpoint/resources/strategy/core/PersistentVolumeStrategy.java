package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.pod.VolumeDefaults;

/// PersistentVolumes.
public final class PersistentVolumeStrategy implements Defaults, Preparation, KindRules {
    @Override
    public void applyDefaults(JsonObject volume) {
        JsonObject spec = volume.child("spec");
        Fields.fill(spec, "persistentVolumeReclaimPolicy", JsonValue.of("Retain"));
        VolumeDefaults.claimSpec(spec);
        for (String source : spec.names()) {
            JsonObject settings = spec.object(source);
            if (settings != null) {
                VolumeDefaults.device(source, settings);
            }
        }
        Fields.fill(volume.child("status"), "phase", JsonValue.of("Pending"));
    }

    /// The time at which it became pending is the time of its creation, which the registry has set.
    @Override
    public JsonObject initialStatus(JsonObject volume) {
        JsonObject status = new JsonObject().put("phase", "Pending");
        JsonValue created = volume.at("metadata", "creationTimestamp");
        return created == null ? status : status.put("lastPhaseTransitionTime", created);
    }

    /// Whoever changes the phase without saying when leaves the old time; the controller says when.
    @Override
    public void prepareForStatusUpdate(JsonObject volume, JsonObject old) {
        Fields.keep("spec", volume, old);
        if (!volume.child("status").has("lastPhaseTransitionTime")) {
            Fields.keep("lastPhaseTransitionTime", volume.child("status"), old.child("status"));
        }
    }

    @Override
    public void check(JsonObject volume, FieldErrors errors) {
        new PersistentVolumeValidation(volume.child("spec"), errors).check();
    }

    @Override
    public void checkUpdate(JsonObject volume, JsonObject old, FieldErrors errors) {
        new PersistentVolumeValidation(volume.child("spec"), errors).checkUpdate(old.child("spec"));
    }
}
