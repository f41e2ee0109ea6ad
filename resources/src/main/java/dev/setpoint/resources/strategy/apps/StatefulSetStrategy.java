package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import dev.setpoint.resources.strategy.pod.PodWarnings;
import dev.setpoint.resources.strategy.pod.VolumeDefaults;
import java.util.List;

/// StatefulSets.
public final class StatefulSetStrategy implements Defaults, Preparation, DesiredState, KindRules, KindWarnings {
    private static final JsonValue RETAIN = JsonValue.of("Retain");

    @Override
    public void applyDefaults(JsonObject set) {
        JsonObject spec = set.child("spec");
        Fields.fill(spec, "podManagementPolicy", JsonValue.of("OrderedReady"));
        updateStrategy(spec.child("updateStrategy"));
        JsonObject retention = spec.child("persistentVolumeClaimRetentionPolicy");
        Fields.fill(retention, "whenDeleted", RETAIN);
        Fields.fill(retention, "whenScaled", RETAIN);
        spec.putIfAbsent("replicas", JsonValue.of(1));
        spec.putIfAbsent("revisionHistoryLimit", JsonValue.of(10));
        PodDefaults.template(spec.child("template"));
        Fields.each(spec, "volumeClaimTemplates", StatefulSetStrategy::claim);
    }

    private static void updateStrategy(JsonObject strategy) {
        if (!Fields.isSet(strategy, "type")) {
            strategy.put("type", DeploymentStrategy.ROLLING_UPDATE);
            strategy.child("rollingUpdate");
        }
        JsonObject rolling = strategy.object("rollingUpdate");
        if (rolling != null && strategy.textOr("type", "").equals(DeploymentStrategy.ROLLING_UPDATE)) {
            rolling.putIfAbsent("partition", JsonValue.of(0));
        }
    }

    private static void claim(JsonObject claim) {
        claim.put("kind", "PersistentVolumeClaim");
        claim.put("apiVersion", "v1");
        VolumeDefaults.claimSpec(claim.child("spec"));
        Fields.fill(claim.child("status"), "phase", JsonValue.of("Pending"));
    }

    @Override
    public JsonObject initialStatus(JsonObject set) {
        return new JsonObject().put("replicas", 0).put("availableReplicas", 0);
    }

    @Override
    public void check(JsonObject set, FieldErrors errors) {
        StatefulSetValidation.check(set.child("spec"), true, errors);
    }

    @Override
    public void checkUpdate(JsonObject set, JsonObject old, FieldErrors errors) {
        StatefulSetValidation.check(set.child("spec"), false, errors);
        StatefulSetValidation.checkUpdate(set.child("spec"), old.child("spec"), errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject set, JsonObject old, FieldErrors errors) {
        StatefulSetValidation.checkStatus(set.child("status"), old.child("status"), errors);
    }

    @Override
    public List<String> warnings(JsonObject set) {
        return PodWarnings.template(
                set.child("spec").object("template"), FieldPath.of("spec").child("template"));
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject set, JsonObject old) {
        return changesDesiredState(set, old) ? warnings(set) : List.of();
    }
}
