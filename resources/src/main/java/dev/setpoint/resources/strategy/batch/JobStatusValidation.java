package dev.setpoint.resources.strategy.batch;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Shown;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// What a controller may say of a Job. Clients rely on the order of things: a Job decides how it ends, its pods end,
/// then it has ended, and stays so. Only what a write changes is judged.
final class JobStatusValidation {
    private static final FieldPath STATUS = FieldPath.of("status");
    private static final FieldPath CONDITIONS = STATUS.child("conditions");
    private static final String COMPLETE = "Complete";
    private static final String FAILED = "Failed";
    private static final String FAILURE_TARGET = "FailureTarget";
    private static final String SUCCESS_CRITERIA = "SuccessCriteriaMet";

    private final JsonObject job;
    private final JsonObject old;
    private final JsonObject spec;
    private final JsonObject status;
    private final JsonObject before;
    private final FieldErrors errors;
    private final boolean complete;
    private final boolean failed;
    private final boolean finishedChanged;

    JobStatusValidation(JsonObject job, JsonObject old, FieldErrors errors) {
        this.job = job;
        this.old = old;
        this.spec = job.child("spec");
        this.status = job.child("status");
        this.before = old.child("status");
        this.errors = errors;
        this.complete = isTrue(job, COMPLETE);
        this.failed = isTrue(job, FAILED);
        this.finishedChanged = (complete || failed) != (isTrue(old, COMPLETE) || isTrue(old, FAILED));
    }

    static boolean isTrue(JsonObject job, String type) {
        JsonObject status = job.object("status");
        for (JsonObject condition : Fields.objects(status, "conditions")) {
            if (condition.textOr("type", "").equals(type)
                    && condition.textOr("status", "").equals("True")) {
                return true;
            }
        }
        return false;
    }

    void check() {
        for (String count : List.of("active", "succeeded", "failed", "ready", "terminating")) {
            Checks.notNegative(status, count, STATUS, errors);
        }
        uncounted();
        outcome();
        times();
        finished();
        indexes();
        if ((changed("ready") || changed("active")) && status.integerOr("ready", 0) > status.integerOr("active", 0)) {
            errors.invalid(
                    STATUS.child("ready"), status.integerOr("ready", 0), "cannot set more ready pods than active");
        }
        criteria();
        transitions();
    }

    private boolean changed(String field) {
        return !Objects.equals(status.get(field), before.get(field));
    }

    private boolean changedCondition(String type) {
        return isTrue(job, type) != isTrue(old, type);
    }

    private void uncounted() {
        Set<String> seen = new HashSet<>();
        for (String list : List.of("succeeded", "failed")) {
            List<String> pods = Fields.texts(status.object("uncountedTerminatedPods"), list);
            for (int i = 0; i < pods.size(); i++) {
                FieldPath path =
                        STATUS.child("uncountedTerminatedPods").child(list).index(i);
                if (pods.get(i).isEmpty()) {
                    errors.invalid(path, "", "must not be empty");
                } else if (!seen.add(pods.get(i))) {
                    errors.duplicate(path, pods.get(i));
                }
            }
        }
    }

    private void outcome() {
        if (complete && failed && (changedCondition(COMPLETE) || changedCondition(FAILED))) {
            errors.invalidOmitted(CONDITIONS, "cannot set Complete=True and Failed=true conditions");
        }
        if (complete
                && isTrue(job, FAILURE_TARGET)
                && (changedCondition(COMPLETE) || changedCondition(FAILURE_TARGET))) {
            errors.invalidOmitted(CONDITIONS, "cannot set Complete=True and FailureTarget=true conditions");
        }
    }

    private void times() {
        JsonValue completion = status.get("completionTime");
        FieldPath path = STATUS.child("completionTime");
        if (changedCondition(COMPLETE) || changed("completionTime")) {
            if (completion != null && !complete) {
                errors.invalidShown(
                        path,
                        Shown.value(completion),
                        "cannot set completionTime when there is no Complete=True condition");
            } else if (completion == null && complete) {
                errors.required(path, "completionTime is required for Complete jobs");
            }
        }
        if ((changed("startTime") || changed("completionTime"))
                && completion instanceof JsonString(String end)
                && end.compareTo(status.textOr("startTime", "")) < 0) {
            errors.invalid(path, end, "must be equal to or after `startTime`");
        }
    }

    private void finished() {
        if (failed && !isTrue(job, FAILURE_TARGET) && (changedCondition(FAILED) || changed("failedIndexes"))) {
            errors.invalidOmitted(
                    CONDITIONS, "cannot set Failed=True condition without the FailureTarget=true condition");
        }
        if (complete
                && !isTrue(job, SUCCESS_CRITERIA)
                && (changedCondition(COMPLETE) || changedCondition(SUCCESS_CRITERIA))) {
            errors.invalidOmitted(
                    CONDITIONS, "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
        }
        if (!complete && !failed) {
            return;
        }
        noneLeft("active");
        boolean nothingToStart = spec.booleanOr("suspend", false) && spec.integerOr("completions", -1) == 0;
        if ((finishedChanged || changed("startTime")) && !nothingToStart && !status.has("startTime")) {
            errors.required(STATUS.child("startTime"), "startTime is required for finished job");
        }
        JsonObject uncounted = status.object("uncountedTerminatedPods");
        if ((finishedChanged || changed("uncountedTerminatedPods"))
                && uncounted != null
                && (Fields.isSet(uncounted, "failed") || Fields.isSet(uncounted, "succeeded"))) {
            errors.invalidShown(
                    STATUS.child("uncountedTerminatedPods"), uncounted.toString(), "must be empty for finished job");
        }
        noneLeft("terminating");
    }

    private void noneLeft(String count) {
        long left = status.integerOr(count, 0);
        if ((finishedChanged || changed(count)) && left > 0) {
            errors.invalid(STATUS.child(count), left, count + ">0 is invalid for finished job");
        }
    }

    private void indexes() {
        String completed = status.textOr("completedIndexes", "");
        String failures = status.textOr("failedIndexes", "");
        long completions = spec.integerOr("completions", 0);
        boolean perIndex = spec.has("backoffLimitPerIndex");
        IndexRanges done = IndexRanges.parse(completed, completions);
        IndexRanges lost = IndexRanges.parse(failures, completions);
        if (changed("completedIndexes")) {
            told("completedIndexes", completed, done);
            if (!completed.isEmpty() && !spec.textOr("completionMode", "").equals("Indexed")) {
                errors.invalid(
                        STATUS.child("completedIndexes"),
                        completed,
                        "cannot set non-empty completedIndexes when non-indexed completion mode");
            }
        }
        if (changed("failedIndexes") && status.has("failedIndexes")) {
            if (perIndex) {
                told("failedIndexes", failures, lost);
            } else {
                errors.invalid(
                        STATUS.child("failedIndexes"),
                        failures,
                        "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
            }
        }
        if ((changed("failedIndexes") || changed("completedIndexes")) && done.overlap(lost) >= 0) {
            errors.invalid(
                    STATUS.child("failedIndexes"),
                    failures,
                    "failedIndexes and completedIndexes overlap at index: " + done.overlap(lost));
        }
    }

    private void told(String field, String text, IndexRanges parsed) {
        if (spec.has("completions") && !parsed.mistake().isEmpty()) {
            errors.invalid(STATUS.child(field), text, "error parsing " + field + ": " + parsed.mistake());
        }
    }

    private void criteria() {
        if (!isTrue(job, SUCCESS_CRITERIA)) {
            if (spec.has("successPolicy") && complete) {
                errors.invalidOmitted(
                        CONDITIONS,
                        "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
            }
            return;
        }
        if (failed) {
            errors.invalidOmitted(CONDITIONS, "cannot set SuccessCriteriaMet=True and Failed=true conditions");
        }
        if (isTrue(job, FAILURE_TARGET)) {
            errors.invalidOmitted(CONDITIONS, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
        }
    }

    private void transitions() {
        for (String type : List.of(FAILED, COMPLETE, FAILURE_TARGET)) {
            if (isTrue(old, type) && !isTrue(job, type)) {
                errors.invalidOmitted(CONDITIONS, "cannot disable the terminal " + type + "=True condition");
            }
        }
        notLess("failed", true);
        boolean scalable = spec.textOr("completionMode", "").equals("Indexed")
                && Objects.equals(spec.get("completions"), spec.get("parallelism"));
        notLess("succeeded", !scalable);
        if (status.has("completionTime") && before.has("completionTime") && changed("completionTime")) {
            errors.invalidShown(
                    STATUS.child("completionTime"), Shown.value(status.get("completionTime")), Checks.IMMUTABLE);
        }
        boolean resuming = isTrue(old, "Suspended") && !isTrue(job, "Suspended");
        if (before.has("startTime") && changed("startTime") && !resuming && !spec.booleanOr("suspend", false)) {
            errors.invalidShown(
                    STATUS.child("startTime"),
                    Shown.value(status.get("startTime")),
                    "field is immutable for unsuspended job once set");
        }
        if (isTrue(old, SUCCESS_CRITERIA) && !isTrue(job, SUCCESS_CRITERIA)) {
            errors.invalidOmitted(CONDITIONS, "cannot disable the SuccessCriteriaMet=True condition");
        }
        if (isTrue(old, COMPLETE) && !isTrue(old, SUCCESS_CRITERIA) && isTrue(job, SUCCESS_CRITERIA)) {
            errors.invalidOmitted(
                    CONDITIONS, "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
        }
    }

    private void notLess(String count, boolean strict) {
        if (strict && status.integerOr(count, 0) < before.integerOr(count, 0)) {
            errors.invalid(
                    STATUS.child(count), status.integerOr(count, 0), "cannot decrease the " + count + " counter");
        }
    }
}
