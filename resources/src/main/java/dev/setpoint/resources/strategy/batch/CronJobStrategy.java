package dev.setpoint.resources.strategy.batch;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.strategy.pod.PodWarnings;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// CronJobs.
public final class CronJobStrategy implements Defaults, Preparation, DesiredState, KindRules, KindWarnings {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> CONCURRENCY_POLICIES = List.of("Allow", "Forbid", "Replace");
    /// Jobs get eleven characters more.
    private static final int MAX_NAME = 52;

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

    @Override
    public void check(JsonObject cronJob, FieldErrors errors) {
        spec(cronJob.child("spec"), null, errors);
        String name = cronJob.child("metadata").textOr("name", "");
        if (name.length() > MAX_NAME) {
            errors.invalid(
                    FieldPath.of("metadata").child("name"), name, "must be no more than " + MAX_NAME + " characters");
        }
    }

    @Override
    public void checkUpdate(JsonObject cronJob, JsonObject old, FieldErrors errors) {
        spec(cronJob.child("spec"), old.child("spec"), errors);
    }

    private static void spec(JsonObject spec, @Nullable JsonObject before, FieldErrors errors) {
        schedule(spec, before, errors);
        Checks.notNegative(spec, "startingDeadlineSeconds", SPEC, errors);
        if (spec.has("timeZone") && (before == null || !Objects.equals(spec.get("timeZone"), before.get("timeZone")))) {
            timeZone(spec.textOr("timeZone", ""), SPEC.child("timeZone"), errors);
        }
        Checks.requiredOneOf(spec, "concurrencyPolicy", CONCURRENCY_POLICIES, SPEC, errors);
        jobTemplate(
                spec.child("jobTemplate").child("spec"),
                SPEC.child("jobTemplate").child("spec"),
                errors);
        Checks.notNegative(spec, "successfulJobsHistoryLimit", SPEC, errors);
        Checks.notNegative(spec, "failedJobsHistoryLimit", SPEC, errors);
    }

    /// A zone in the schedule is only tolerated where it was before there was a field for it.
    private static void schedule(JsonObject spec, @Nullable JsonObject before, FieldErrors errors) {
        String schedule = spec.textOr("schedule", "");
        FieldPath path = SPEC.child("schedule");
        if (schedule.isEmpty()) {
            errors.required(path, "");
            return;
        }
        String mistake = CronSchedule.mistake(schedule);
        if (mistake != null) {
            errors.invalid(path, schedule, mistake);
        }
        boolean tolerated = before != null && before.textOr("schedule", "").contains("TZ");
        if (schedule.contains("TZ") && !tolerated) {
            errors.invalid(path, schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        } else if (schedule.contains("TZ") && spec.has("timeZone")) {
            errors.invalid(path, schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule");
        }
    }

    private static void timeZone(String zone, FieldPath path, FieldErrors errors) {
        if (zone.isEmpty()) {
            errors.invalid(path, zone, "timeZone must be nil or non-empty string");
        } else if (zone.equalsIgnoreCase("Local")) {
            errors.invalid(
                    path, zone, "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        } else if (!ZoneId.getAvailableZoneIds().contains(zone)) {
            errors.invalid(path, zone, "unknown time zone " + zone);
        }
    }

    /// The selector of a Job is made with the Job.
    private static void jobTemplate(JsonObject spec, FieldPath path, FieldErrors errors) {
        new JobSpecValidation(spec, path, errors).check();
        JsonObject selector = spec.object("selector");
        if (selector != null) {
            errors.invalidShown(path.child("selector"), Shown.selector(selector), "`selector` will be auto-generated");
        }
        if (spec.booleanOr("manualSelector", false)) {
            errors.add(new FieldError(
                    "FieldValueNotSupported",
                    path.child("manualSelector").toString(),
                    "Unsupported value: true: supported values: \"nil\", \"false\""));
        }
    }

    @Override
    public List<String> warnings(JsonObject cronJob) {
        return PodWarnings.template(
                cronJob.at("spec", "jobTemplate", "spec", "template") instanceof JsonObject template ? template : null,
                SPEC.child("jobTemplate").child("spec").child("template"));
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject cronJob, JsonObject old) {
        return changesDesiredState(cronJob, old) ? warnings(cronJob) : List.of();
    }
}
