package dev.setpoint.resources.strategy.batch;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.strategy.pod.PodSpecValidation;
import dev.setpoint.resources.strategy.pod.TemplateValidation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a Job must look like, by itself or as the template of a CronJob.
final class JobSpecValidation {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> COUNTS = List.of(
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "backoffLimit",
            "ttlSecondsAfterFinished",
            "backoffLimitPerIndex",
            "maxFailedIndexes");
    private static final List<String> MODES = List.of("NonIndexed", "Indexed");
    private static final List<String> REPLACEMENTS = List.of("Failed", "TerminatingOrFailed");
    private static final long MANY = 100_000;
    private static final long FEWER = 10_000;
    private static final int MAX_MANAGER = 63;

    private final JsonObject spec;
    private final FieldPath path;
    private final FieldErrors errors;

    JobSpecValidation(JsonObject spec, FieldPath path, FieldErrors errors) {
        this.spec = spec;
        this.path = path;
        this.errors = errors;
    }

    static void job(JsonObject job, FieldErrors errors) {
        JsonObject spec = job.child("spec");
        generatedSelector(job, spec, errors);
        JobSpecValidation validation = new JobSpecValidation(spec, SPEC, errors);
        validation.checkWithSelector();
        long completions = spec.integerOr("completions", 0);
        if (validation.isIndexed() && completions > 0) {
            String name = job.child("metadata").textOr("name", "");
            String last = name + "-" + (completions - 1);
            if (!Formats.dns1123Label(last).isEmpty()) {
                errors.invalid(
                        FieldPath.of("metadata").child("name"),
                        name,
                        "will not able to create pod with invalid DNS label: " + last);
            }
        }
    }

    /// Pods are told from those of other Jobs by labels that nobody else sets.
    private static void generatedSelector(JsonObject job, JsonObject spec, FieldErrors errors) {
        JsonObject selector = spec.object("selector");
        if (spec.booleanOr("manualSelector", false) || selector == null) {
            return;
        }
        JsonObject metadata = job.child("metadata");
        String uid = metadata.textOr("uid", "");
        String name = metadata.textOr("name", "");
        Map<String, String> expected = new LinkedHashMap<>();
        for (int i = 0; i < JobStrategy.UID_LABELS.size(); i++) {
            expected.put(JobStrategy.UID_LABELS.get(i), uid);
            expected.put(JobStrategy.NAME_LABELS.get(i), name);
        }
        JsonObject labels = spec.at("template", "metadata", "labels") instanceof JsonObject map ? map : null;
        FieldPath path = SPEC.child("template").child("metadata").child("labels");
        expected.forEach((label, value) -> {
            if (labels == null || !labels.has(label)) {
                errors.required(path.key(label), "must be '" + value + "'");
            } else if (!labels.textOr(label, "").equals(value)) {
                errors.invalidShown(path.key(label), Shown.map(labels), "must be '" + value + "'");
            }
        });
        if (!matches(selector, expected)) {
            errors.invalidShown(SPEC.child("selector"), Shown.selector(selector), "`selector` not auto-generated");
        }
    }

    /// A selector that is none is told of elsewhere.
    private static boolean matches(@Nullable JsonObject selector, Map<String, String> labels) {
        try {
            return LabelSelector.of(selector).matches(labels);
        } catch (MalformedSelectorException e) {
            return true;
        }
    }

    private void checkWithSelector() {
        check();
        JsonObject selector = spec.object("selector");
        if (selector == null) {
            errors.required(path.child("selector"), "");
        }
        LabelSelectorValidation.check(selector, path.child("selector"), errors);
        JsonObject labels = spec.at("template", "metadata", "labels") instanceof JsonObject map ? map : null;
        if (!matches(selector, TemplateValidation.labels(labels))) {
            errors.invalidShown(
                    path.child("template").child("metadata").child("labels"),
                    Shown.map(labels),
                    "`selector` does not match template `labels`");
        }
    }

    void check() {
        for (String count : COUNTS) {
            Checks.notNegative(spec, count, path, errors);
        }
        if (spec.has("maxFailedIndexes") && !spec.has("backoffLimitPerIndex")) {
            errors.required(path.child("backoffLimitPerIndex"), "when maxFailedIndexes is specified");
        }
        managedBy();
        if (spec.has("completionMode") && !MODES.contains(spec.textOr("completionMode", ""))) {
            errors.notSupported(path.child("completionMode"), spec.textOr("completionMode", ""), MODES);
        }
        if (isIndexed()) {
            indexed();
        } else if (spec.textOr("completionMode", "NonIndexed").equals("NonIndexed")) {
            notIndexed();
        }
        JobPolicyValidation policies = new JobPolicyValidation(spec, path, errors);
        policies.failure();
        policies.success(isIndexed());
        replacement();
        PodSpecValidation.template(spec.object("template"), path.child("template"), errors);
        restartPolicy();
    }

    private boolean isIndexed() {
        return spec.textOr("completionMode", "").equals("Indexed");
    }

    private void managedBy() {
        if (spec.has("managedBy")) {
            String manager = spec.textOr("managedBy", "");
            Checks.domainPrefixedPath(manager, path.child("managedBy"), errors);
            if (manager.length() > MAX_MANAGER) {
                errors.tooLong(path.child("managedBy"), MAX_MANAGER);
            }
        }
    }

    private void indexed() {
        long completions = spec.integerOr("completions", 0);
        long failed = spec.integerOr("maxFailedIndexes", 0);
        if (!spec.has("completions")) {
            errors.required(path.child("completions"), "when completion mode is Indexed");
        }
        atMost("parallelism", MANY, " when completion mode is Indexed");
        if (spec.has("completions") && failed > completions) {
            errors.invalid(path.child("maxFailedIndexes"), failed, "must be less than or equal to completions");
        }
        atMost("maxFailedIndexes", MANY, "");
        if (completions > MANY && spec.has("backoffLimitPerIndex")) {
            if (!spec.has("maxFailedIndexes")) {
                errors.required(path.child("maxFailedIndexes"), "must be specified when completions is above " + MANY);
            }
            String when = " when completions are above " + MANY + " and used with backoff limit per index";
            atMost("parallelism", FEWER, when);
            atMost("maxFailedIndexes", FEWER, when);
        }
    }

    private void atMost(String field, long limit, String when) {
        if (spec.integerOr(field, 0) > limit) {
            errors.invalid(
                    path.child(field), spec.integerOr(field, 0), "must be less than or equal to " + limit + when);
        }
    }

    private void notIndexed() {
        for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
            if (spec.get(field) instanceof JsonInteger(long number)) {
                errors.invalid(path.child(field), number, "requires indexed completion mode");
            }
        }
    }

    private void replacement() {
        if (!spec.has("podReplacementPolicy")) {
            return;
        }
        String policy = spec.textOr("podReplacementPolicy", "");
        List<String> supported = spec.has("podFailurePolicy") ? List.of("Failed") : REPLACEMENTS;
        if (!supported.contains(policy)) {
            errors.notSupported(path.child("podReplacementPolicy"), policy, supported);
        }
    }

    private void restartPolicy() {
        String policy = Fields.text(spec, "template", "spec", "restartPolicy");
        FieldPath at = path.child("template").child("spec").child("restartPolicy");
        switch (policy) {
            case "", "Always" -> errors.required(at, "valid values: \"OnFailure\", \"Never\"");
            case "Never" -> {}
            case "OnFailure" -> {
                if (spec.has("podFailurePolicy")) {
                    errors.invalid(at, policy, "only \"Never\" is supported when podFailurePolicy is specified");
                }
            }
            default -> errors.notSupported(at, policy, List.of("OnFailure", "Never"));
        }
    }

    static void update(JsonObject job, JsonObject old, FieldErrors errors) {
        JsonObject spec = job.child("spec");
        JsonObject before = old.child("spec");
        JobSpecValidation validation = new JobSpecValidation(spec, SPEC, errors);
        validation.checkWithSelector();
        validation.completionsStay(before);
        TemplateValidation.immutableSelector(spec, before, SPEC, errors);
        JobTemplateChange.check(spec, old, SPEC, errors);
        for (String field :
                List.of("completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy")) {
            Checks.immutable(spec, before, field, SPEC, errors);
        }
    }

    /// An indexed Job may be scaled as long as every index runs at once.
    private void completionsStay(JsonObject before) {
        JsonValue completions = spec.get("completions");
        if (Objects.equals(completions, before.get("completions"))) {
            return;
        }
        if (!isIndexed()) {
            Checks.immutable(completions, path.child("completions"), errors);
        } else if (completions instanceof JsonInteger(long number) && number != spec.integerOr("parallelism", 0)) {
            errors.invalid(path.child("completions"), number, "can only be modified in tandem with spec.parallelism");
        }
    }
}
