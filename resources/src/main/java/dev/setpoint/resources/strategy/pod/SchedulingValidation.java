package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where a pod wants to run, and next to whom.
final class SchedulingValidation {
    private static final List<String> TAINT_EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final List<String> TOLERATION_OPERATORS = List.of("Equal", "Exists");
    private static final List<String> ALL_OPERATORS = List.of("Equal", "Exists", "Lt", "Gt");
    private static final List<String> UNSATISFIABLE = List.of("DoNotSchedule", "ScheduleAnyway");
    private static final List<String> NODE_POLICIES = List.of("Honor", "Ignore");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private final FieldErrors errors;

    SchedulingValidation(FieldErrors errors) {
        this.errors = errors;
    }

    void affinity(@Nullable JsonObject affinity, FieldPath path) {
        if (affinity == null) {
            return;
        }
        JsonObject nodes = affinity.object("nodeAffinity");
        if (nodes != null) {
            nodeAffinity(nodes, path.child("nodeAffinity"));
        }
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            JsonObject pods = affinity.object(kind);
            Fields.each(pods, REQUIRED, path.child(kind), this::podTerm);
            Fields.each(pods, PREFERRED, path.child(kind), (preference, at) -> {
                weight(preference, at);
                JsonObject term = preference.object("podAffinityTerm");
                podTerm(term == null ? new JsonObject() : term, at.child("podAffinityTerm"));
            });
        }
    }

    private void nodeAffinity(JsonObject affinity, FieldPath path) {
        JsonObject required = affinity.object(REQUIRED);
        if (required != null) {
            NodeSelectorValidation.check(required, path.child(REQUIRED), errors);
        }
        Fields.each(affinity, PREFERRED, path, (preference, at) -> {
            weight(preference, at);
            JsonObject term = preference.object("preference");
            if (term != null) {
                NodeSelectorValidation.preference(term, at.child("preference"), errors);
            }
        });
    }

    private void weight(JsonObject preference, FieldPath path) {
        long weight = preference.integerOr("weight", 0);
        if (weight <= 0 || weight > 100) {
            errors.invalid(path.child("weight"), weight, "must be in the range 1-100");
        }
    }

    private void podTerm(JsonObject term, FieldPath path) {
        JsonObject selector = term.object("labelSelector");
        LabelSelectorValidation.check(selector, path.child("labelSelector"), errors);
        LabelSelectorValidation.check(term.object("namespaceSelector"), path.child("namespaceSelector"), errors);
        for (String namespace : Fields.texts(term, "namespaces")) {
            Checks.label(namespace, path.child("namespace"), errors);
        }
        labelKeys(term, selector, path);
        String key = term.textOr("topologyKey", "");
        if (key.isEmpty()) {
            errors.required(path.child("topologyKey"), "can not be empty");
        }
        Checks.labelKey(key, path.child("topologyKey"), errors);
    }

    /// Keys whose values come from the pod: sound, not in both lists, and not asked for by the selector besides.
    private void labelKeys(JsonObject term, @Nullable JsonObject selector, FieldPath path) {
        List<String> matching = Fields.texts(term, "matchLabelKeys");
        List<String> mismatching = Fields.texts(term, "mismatchLabelKeys");
        labelKeys(matching, selector, path.child("matchLabelKeys"));
        labelKeys(mismatching, selector, path.child("mismatchLabelKeys"));
        if (selector != null && !matching.isEmpty()) {
            Set<String> used = new HashSet<>();
            JsonObject labels = selector.object("matchLabels");
            if (labels != null) {
                used.addAll(labels.names());
            }
            Fields.each(selector, "matchExpressions", requirement -> {
                String key = requirement.textOr("key", "");
                if (!used.add(key) && matching.contains(key)) {
                    errors.invalid(
                            path.index(matching.indexOf(key)), key, "exists in both matchLabelKeys and labelSelector");
                }
            });
        }
        for (int i = 0; i < matching.size(); i++) {
            if (mismatching.contains(matching.get(i))) {
                errors.invalid(
                        path.child("matchLabelKeys").index(i),
                        matching.get(i),
                        "exists in both matchLabelKeys and mismatchLabelKeys");
            }
        }
    }

    private void labelKeys(List<String> keys, @Nullable JsonObject selector, FieldPath path) {
        if (keys.isEmpty()) {
            return;
        }
        if (selector == null) {
            errors.forbidden(path, "must not be specified when labelSelector is not set");
            return;
        }
        for (int i = 0; i < keys.size(); i++) {
            Checks.labelKey(keys.get(i), path.index(i), errors);
        }
    }

    void tolerations(JsonObject spec, FieldPath path) {
        Fields.each(spec, "tolerations", path, this::toleration);
    }

    private void toleration(JsonObject toleration, FieldPath path) {
        String key = toleration.textOr("key", "");
        String operator = toleration.textOr("operator", "");
        String effect = toleration.textOr("effect", "");
        String value = toleration.textOr("value", "");
        if (!key.isEmpty()) {
            Checks.labelKey(key, path.child("key"), errors);
        } else if (!operator.equals("Exists")) {
            errors.invalid(
                    path.child("operator"),
                    operator,
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.has("tolerationSeconds") && !effect.equals("NoExecute")) {
            errors.invalid(path.child("effect"), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        switch (operator) {
            case "", "Equal" -> {
                List<String> mistakes = Formats.labelValue(value);
                if (!mistakes.isEmpty()) {
                    errors.invalid(path.child("operator"), value, String.join(";", mistakes));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    errors.invalid(path.child("operator"), value, "value must be empty when `operator` is 'Exists'");
                }
            }
            case "Lt", "Gt" -> errors.notSupported(path.child("operator"), operator, ALL_OPERATORS);
            default -> errors.notSupported(path.child("operator"), operator, TOLERATION_OPERATORS);
        }
        taintEffect(toleration, path, errors);
    }

    static void taintEffect(JsonObject holder, FieldPath path, FieldErrors errors) {
        Checks.oneOf(holder, "effect", TAINT_EFFECTS, path, errors);
    }

    void readinessGates(JsonObject spec, FieldPath path) {
        Fields.each(
                spec,
                "readinessGates",
                path,
                (gate, at) -> Checks.labelKey(gate.textOr("conditionType", ""), at.child("conditionType"), errors));
    }

    void schedulingGates(JsonObject spec, FieldPath path) {
        Set<String> seen = new HashSet<>();
        Fields.each(spec, "schedulingGates", path, (gate, at) -> {
            String name = gate.textOr("name", "");
            Checks.labelKey(name, at, errors);
            if (!seen.add(name)) {
                errors.duplicate(at, name);
            }
        });
    }

    void topologySpread(JsonObject spec, FieldPath path) {
        List<JsonObject> rules = Fields.objects(spec, "topologySpreadConstraints");
        for (int i = 0; i < rules.size(); i++) {
            FieldPath at = path.child("topologySpreadConstraints").index(i);
            topologySpread(rules.get(i), rules.subList(i + 1, rules.size()), at);
        }
    }

    private void topologySpread(JsonObject rule, List<JsonObject> rest, FieldPath path) {
        long skew = rule.integerOr("maxSkew", 0);
        if (skew <= 0) {
            errors.invalid(path.child("maxSkew"), skew, Checks.POSITIVE);
        }
        String key = rule.textOr("topologyKey", "");
        if (key.isEmpty()) {
            errors.required(path.child("topologyKey"), "can not be empty");
        }
        String action = rule.textOr("whenUnsatisfiable", "");
        if (!UNSATISFIABLE.contains(action)) {
            errors.notSupported(path.child("whenUnsatisfiable"), action, UNSATISFIABLE);
        }
        for (JsonObject other : rest) {
            if (other.textOr("topologyKey", "").equals(key)
                    && other.textOr("whenUnsatisfiable", "").equals(action)) {
                errors.duplicate(path.child("{topologyKey, whenUnsatisfiable}"), "{" + key + ", " + action + "}");
                break;
            }
        }
        if (rule.get("minDomains") instanceof JsonInteger(long domains)) {
            Checks.positive(rule, "minDomains", path, errors);
            if (!action.equals("DoNotSchedule")) {
                errors.invalid(
                        path.child("minDomains"),
                        domains,
                        "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
            }
        }
        Checks.oneOf(rule, "nodeAffinityPolicy", NODE_POLICIES, path, errors);
        Checks.oneOf(rule, "nodeTaintsPolicy", NODE_POLICIES, path, errors);
        JsonObject selector = rule.object("labelSelector");
        labelKeys(rule, selector, path);
        LabelSelectorValidation.check(selector, path.child("labelSelector"), errors);
    }
}
