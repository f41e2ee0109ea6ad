package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.pod.ClaimSpecValidation;
import dev.setpoint.resources.strategy.pod.VolumeDefaults;
import java.util.List;

/// PersistentVolumeClaims.
public final class PersistentVolumeClaimStrategy implements Defaults, Preparation, KindRules {
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
        Preparation.super.prepareForCreate(claim);
        dataSources(claim.child("spec"));
    }

    @Override
    public void prepareForUpdate(JsonObject claim, JsonObject old) {
        Preparation.super.prepareForUpdate(claim, old);
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

    @Override
    public void check(JsonObject claim, FieldErrors errors) {
        ClaimSpecValidation.check(claim.child("spec"), FieldPath.of("spec"), errors);
    }

    @Override
    public void checkUpdate(JsonObject claim, JsonObject old, FieldErrors errors) {
        check(claim, errors);
        ClaimUpdateValidation.check(claim, old, errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject claim, JsonObject old, FieldErrors errors) {
        if (!Fields.isSet(claim.child("spec"), "accessModes")) {
            errors.required(FieldPath.of("Spec").child("accessModes"), "");
        }
        for (String list : List.of("capacity", "allocatedResources")) {
            if (claim.at("status", list) instanceof JsonObject amounts) {
                amounts.forEach((name, amount) -> {
                    if (Quantities.of(amount).signum() < 0) {
                        errors.invalid(
                                FieldPath.of("status").child(list).key(name),
                                Quantities.of(amount).value(),
                                "must be a valid resource quantity");
                    }
                });
            }
        }
    }
}
