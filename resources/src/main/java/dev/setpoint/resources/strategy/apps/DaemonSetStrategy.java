package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import java.util.Objects;

/// DaemonSets.
public final class DaemonSetStrategy implements KindStrategy {
    /// Where the generation of the template lives since it left the spec.
    private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

    @Override
    public void applyDefaults(JsonObject set) {
        JsonObject spec = set.child("spec");
        JsonObject strategy = spec.child("updateStrategy");
        Fields.fill(strategy, "type", JsonValue.of(DeploymentStrategy.ROLLING_UPDATE));
        if (strategy.textOr("type", "").equals(DeploymentStrategy.ROLLING_UPDATE)) {
            JsonObject rolling = strategy.child("rollingUpdate");
            rolling.putIfAbsent("maxUnavailable", JsonValue.of(1));
            rolling.putIfAbsent("maxSurge", JsonValue.of(0));
        }
        spec.putIfAbsent("revisionHistoryLimit", JsonValue.of(10));
        PodDefaults.template(spec.child("template"));
    }

    @Override
    public JsonObject initialStatus(JsonObject set) {
        return new JsonObject()
                .put("currentNumberScheduled", 0)
                .put("numberMisscheduled", 0)
                .put("desiredNumberScheduled", 0)
                .put("numberReady", 0);
    }

    @Override
    public void prepareForCreate(JsonObject set) {
        KindStrategy.super.prepareForCreate(set);
        templateGeneration(set, Math.max(1, templateGeneration(set)));
    }

    @Override
    public void prepareForUpdate(JsonObject set, JsonObject old) {
        KindStrategy.super.prepareForUpdate(set, old);
        boolean changed = !Objects.equals(set.at("spec", "template"), old.at("spec", "template"));
        templateGeneration(set, templateGeneration(old) + (changed ? 1 : 0));
    }

    private static long templateGeneration(JsonObject set) {
        String text = Fields.text(set, "metadata", "annotations", TEMPLATE_GENERATION);
        try {
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0; // Somebody else's text: the count begins anew.
        }
    }

    private static void templateGeneration(JsonObject set, long generation) {
        set.child("metadata").child("annotations").put(TEMPLATE_GENERATION, Long.toString(generation));
    }
}
