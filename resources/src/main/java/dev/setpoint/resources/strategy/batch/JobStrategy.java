package dev.setpoint.resources.strategy.batch;

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
import java.util.List;

/// Jobs.
public final class JobStrategy implements Defaults, Preparation, DesiredState, KindRules, KindWarnings {
    static final String CONTROLLER_UID = "batch.kubernetes.io/controller-uid";
    static final List<String> UID_LABELS = List.of("controller-uid", CONTROLLER_UID);
    static final List<String> NAME_LABELS = List.of("job-name", "batch.kubernetes.io/job-name");

    private static final JsonValue ONE = JsonValue.of(1);
    private static final JsonValue NO = JsonValue.of(false);
    private static final JsonValue RETRIES = JsonValue.of(6);
    private static final JsonValue RETRIES_PER_INDEX = JsonValue.of(Integer.MAX_VALUE);

    @Override
    public void applyDefaults(JsonObject job) {
        JsonObject spec = job.child("spec");
        if (!spec.has("parallelism")) {
            spec.putIfAbsent("completions", ONE);
        }
        spec.putIfAbsent("parallelism", ONE);
        spec.putIfAbsent("backoffLimit", spec.has("backoffLimitPerIndex") ? RETRIES_PER_INDEX : RETRIES);
        spec.putIfAbsent("completionMode", JsonValue.of("NonIndexed"));
        spec.putIfAbsent("suspend", NO);
        spec.putIfAbsent(
                "podReplacementPolicy", JsonValue.of(spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed"));
        spec.putIfAbsent("manualSelector", NO);
        template(spec);
    }

    /// What a Job and the template of a CronJob have in common.
    static void template(JsonObject spec) {
        Fields.each(
                spec.object("podFailurePolicy"),
                "rules",
                rule -> Fields.each(
                        rule, "onPodConditions", pattern -> Fields.fill(pattern, "status", JsonValue.of("True"))));
        PodDefaults.template(spec.child("template"));
    }

    /// Unless the author brings a selector, pods are told from those of other Jobs by the Job's uid.
    @Override
    public void prepareForCreate(JsonObject job) {
        JsonObject metadata = job.child("metadata");
        JsonObject spec = job.child("spec");
        if (!spec.booleanOr("manualSelector", false)) {
            JsonValue uid = JsonValue.of(metadata.textOr("uid", ""));
            JsonObject labels = spec.child("template").child("metadata").child("labels");
            NAME_LABELS.forEach(label -> labels.putIfAbsent(label, JsonValue.of(metadata.textOr("name", ""))));
            UID_LABELS.forEach(label -> labels.putIfAbsent(label, uid));
            spec.child("selector").child("matchLabels").putIfAbsent(CONTROLLER_UID, uid);
        }
        if (spec.at("template", "metadata", "labels") instanceof JsonObject labels
                && !Fields.isSet(metadata, "labels")) {
            metadata.put("labels", labels.copy());
        }
        job.put("status", new JsonObject());
    }

    @Override
    public void check(JsonObject job, FieldErrors errors) {
        JobSpecValidation.job(job, errors);
    }

    @Override
    public void checkUpdate(JsonObject job, JsonObject old, FieldErrors errors) {
        JobSpecValidation.job(job, errors);
        JobSpecValidation.update(job, old, errors);
    }

    @Override
    public void checkStatusUpdate(JsonObject job, JsonObject old, FieldErrors errors) {
        new JobStatusValidation(job, old, errors).check();
    }

    @Override
    public List<String> warnings(JsonObject job) {
        return PodWarnings.templateOf(
                job, job.child("spec").object("template"), FieldPath.of("spec").child("template"));
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject job, JsonObject old) {
        return changesDesiredState(job, old)
                ? PodWarnings.template(
                        job.child("spec").object("template"),
                        FieldPath.of("spec").child("template"))
                : List.of();
    }
}
