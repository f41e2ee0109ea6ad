package dev.setpoint.resources.strategy.batch;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindStrategy;

/// CronJobs.
public final class CronJobStrategy implements KindStrategy {
    @Override
    public void applyDefaults(JsonObject cronJob) {
        JsonObject spec = cronJob.child("spec");
        Fields.fill(spec, "concurrencyPolicy", JsonValue.of("Allow"));
        spec.putIfAbsent("suspend", JsonValue.of(false));
        spec.putIfAbsent("successfulJobsHistoryLimit", JsonValue.of(3));
        spec.putIfAbsent("failedJobsHistoryLimit", JsonValue.of(1));
        JobStrategy.template(spec.child("jobTemplate").child("spec"));
    }

    @Override
    public JsonObject initialStatus(JsonObject cronJob) {
        return new JsonObject();
    }
}
