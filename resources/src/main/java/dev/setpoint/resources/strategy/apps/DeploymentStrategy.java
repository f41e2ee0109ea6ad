package dev.setpoint.resources.strategy.apps;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;
import dev.setpoint.resources.strategy.pod.PodDefaults;
import java.util.Objects;

/// Deployments.
public final class DeploymentStrategy implements KindStrategy {
    private static final JsonValue ONE = JsonValue.of(1);
    private static final JsonValue QUARTER = JsonValue.of("25%");
    private static final JsonValue REVISIONS = JsonValue.of(10);
    private static final JsonValue DEADLINE_SECONDS = JsonValue.of(600);
    static final String ROLLING_UPDATE = "RollingUpdate";

    @Override
    public void applyDefaults(JsonObject deployment) {
        JsonObject spec = deployment.child("spec");
        spec.putIfAbsent("replicas", ONE);
        JsonObject strategy = spec.child("strategy");
        Fields.fill(strategy, "type", JsonValue.of(ROLLING_UPDATE));
        if (strategy.textOr("type", "").equals(ROLLING_UPDATE)) {
            JsonObject rolling = strategy.child("rollingUpdate");
            rolling.putIfAbsent("maxUnavailable", QUARTER);
            rolling.putIfAbsent("maxSurge", QUARTER);
        }
        spec.putIfAbsent("revisionHistoryLimit", REVISIONS);
        spec.putIfAbsent("progressDeadlineSeconds", DEADLINE_SECONDS);
        PodDefaults.template(spec.child("template"));
    }

    @Override
    public JsonObject initialStatus(JsonObject deployment) {
        return new JsonObject();
    }

    @Override
    public void prepareForStatusUpdate(JsonObject deployment, JsonObject old) {
        Fields.keep("spec", deployment, old);
        Fields.keep("labels", deployment.child("metadata"), old.child("metadata"));
    }

    /// Annotations tell the controller what to do, too.
    @Override
    public boolean changesDesiredState(JsonObject deployment, JsonObject old) {
        return KindStrategy.super.changesDesiredState(deployment, old)
                || !Objects.equals(deployment.at("metadata", "annotations"), old.at("metadata", "annotations"));
    }
}
