package dev.setpoint.resources.strategy.batch;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Shown;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// When a Job counts as failed or as done before all its pods have ended.
final class JobPolicyValidation {
    private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
    private static final List<String> OPERATORS = List.of("In", "NotIn");
    private static final List<String> STATUSES = List.of("False", "True", "Unknown");
    private static final int MAX_RULES = 20;
    private static final int MAX_CODES = 255;
    private static final int MAX_INDEXES = 64 * 1024;

    private final JsonObject spec;
    private final FieldPath path;
    private final FieldErrors errors;

    JobPolicyValidation(JsonObject spec, FieldPath path, FieldErrors errors) {
        this.spec = spec;
        this.path = path;
        this.errors = errors;
    }

    void failure() {
        JsonObject policy = spec.object("podFailurePolicy");
        if (policy == null) {
            return;
        }
        FieldPath at = path.child("podFailurePolicy");
        int rules = Fields.size(policy, "rules");
        if (rules > MAX_RULES) {
            errors.tooMany(at.child("rules"), rules, MAX_RULES);
        }
        Set<String> containers = new HashSet<>();
        if (spec.at("template", "spec") instanceof JsonObject pod) {
            for (String list : List.of("containers", "initContainers")) {
                Fields.each(pod, list, container -> containers.add(container.textOr("name", "")));
            }
        }
        Fields.each(policy, "rules", at, (rule, rulePath) -> failureRule(rule, containers, rulePath));
    }

    private void failureRule(JsonObject rule, Set<String> containers, FieldPath at) {
        String action = rule.textOr("action", "");
        if (action.isEmpty()) {
            errors.required(at.child("action"), "valid values: " + quoted(ACTIONS));
        } else if (!ACTIONS.contains(action)) {
            errors.notSupported(at.child("action"), action, ACTIONS);
        } else if (action.equals("FailIndex") && !spec.has("backoffLimitPerIndex")) {
            errors.invalid(at.child("action"), action, "requires the backoffLimitPerIndex to be set");
        }
        JsonObject codes = rule.object("onExitCodes");
        boolean conditions = Fields.isSet(rule, "onPodConditions");
        if (codes != null) {
            exitCodes(codes, containers, at.child("onExitCodes"));
        }
        conditions(rule, at);
        if (codes != null && conditions) {
            errors.invalidOmitted(at, "specifying both OnExitCodes and OnPodConditions is not supported");
        } else if (codes == null && !conditions) {
            errors.invalidOmitted(at, "specifying one of OnExitCodes and OnPodConditions is required");
        }
    }

    private static String quoted(List<String> words) {
        return "[\"" + String.join("\" \"", words) + "\"]";
    }

    private void exitCodes(JsonObject codes, Set<String> containers, FieldPath at) {
        String operator = codes.textOr("operator", "");
        if (operator.isEmpty()) {
            errors.required(at.child("operator"), "valid values: " + quoted(OPERATORS));
        } else if (!OPERATORS.contains(operator)) {
            errors.notSupported(at.child("operator"), operator, OPERATORS);
        }
        if (codes.has("containerName") && !containers.contains(codes.textOr("containerName", ""))) {
            errors.invalid(
                    at.child("containerName"),
                    codes.textOr("containerName", ""),
                    "must be one of the container or initContainer names in the pod template");
        }
        JsonArray values = codes.array("values");
        FieldPath list = at.child("values");
        if (values == null || values.isEmpty()) {
            errors.invalidShown(list, Shown.value(values), "at least one value is required");
            return;
        }
        if (values.size() > MAX_CODES) {
            errors.tooMany(list, values.size(), MAX_CODES);
        }
        codeValues(values, operator.equals("In"), list);
    }

    private void codeValues(JsonArray values, boolean in, FieldPath list) {
        Set<Long> seen = new HashSet<>();
        boolean ordered = true;
        long previous = Long.MIN_VALUE;
        for (int i = 0; i < values.size(); i++) {
            long code = values.get(i) instanceof JsonInteger(long number) ? number : 0;
            if (in && code == 0) {
                errors.invalid(list.index(i), code, "must not be 0 for the In operator");
            }
            if (!seen.add(code)) {
                errors.duplicateShown(list.index(i), Long.toString(code));
            }
            ordered &= previous <= code;
            previous = code;
        }
        if (!ordered) {
            errors.invalidShown(list, values.toString(), "must be ordered");
        }
    }

    private void conditions(JsonObject rule, FieldPath at) {
        int count = Fields.size(rule, "onPodConditions");
        if (count > MAX_RULES) {
            errors.tooMany(at.child("onPodConditions"), count, MAX_RULES);
        }
        Fields.each(rule, "onPodConditions", at, (pattern, patternPath) -> {
            Checks.labelKey(pattern.textOr("type", ""), patternPath.child("type"), errors);
            String status = pattern.textOr("status", "");
            if (status.isEmpty()) {
                errors.required(patternPath.child("status"), "valid values: " + quoted(STATUSES));
            } else if (!STATUSES.contains(status)) {
                errors.notSupported(patternPath.child("status"), status, STATUSES);
            }
        });
    }

    void success(boolean indexed) {
        JsonObject policy = spec.object("successPolicy");
        if (policy == null) {
            return;
        }
        FieldPath at = path.child("successPolicy");
        if (!indexed) {
            errors.invalidShown(at, shown(policy), "requires indexed completion mode");
            return;
        }
        int rules = Fields.size(policy, "rules");
        if (rules == 0) {
            errors.required(
                    at.child("rules"), "at least one rules must be specified when the successPolicy is specified");
        } else if (rules > MAX_RULES) {
            errors.tooMany(at.child("rules"), rules, MAX_RULES);
        }
        Fields.each(policy, "rules", at, this::successRule);
    }

    private static String shown(JsonObject policy) {
        StringBuilder rules = new StringBuilder();
        Fields.each(
                policy,
                "rules",
                rule -> rules.append(rules.isEmpty() ? "" : ",")
                        .append("{\"SucceededIndexes\":")
                        .append(Shown.value(rule.get("succeededIndexes")))
                        .append(",\"SucceededCount\":")
                        .append(Shown.value(rule.get("succeededCount")))
                        .append('}'));
        return "{\"Rules\":[" + rules + "]}";
    }

    private void successRule(JsonObject rule, FieldPath at) {
        JsonValue indexes = rule.get("succeededIndexes");
        if (indexes == null && !rule.has("succeededCount")) {
            errors.required(at, "at least one of succeededCount or succeededIndexes must be specified");
        }
        long completions = spec.integerOr("completions", 0);
        long total = 0;
        if (indexes != null) {
            String text = rule.textOr("succeededIndexes", "");
            if (text.length() > MAX_INDEXES) {
                errors.tooLong(at.child("succeededIndexes"), MAX_INDEXES);
            }
            IndexRanges parsed = IndexRanges.parse(text, completions);
            total = parsed.count();
            if (!parsed.mistake().isEmpty()) {
                errors.invalid(
                        at.child("succeededIndexes"), text, "error parsing succeededIndexes: " + parsed.mistake());
            }
        }
        if (rule.get("succeededCount") instanceof JsonInteger(long count)) {
            Checks.notNegative(rule, "succeededCount", at, errors);
            atMost(count, completions, "specified completions", at);
            if (indexes != null) {
                atMost(count, total, "indexes in the specified succeededIndexes field", at);
            }
        }
    }

    private void atMost(long count, long limit, String what, FieldPath at) {
        if (count > limit) {
            errors.invalid(
                    at.child("succeededCount"),
                    count,
                    "must be less than or equal to " + limit + " (the number of " + what + ")");
        }
    }
}
