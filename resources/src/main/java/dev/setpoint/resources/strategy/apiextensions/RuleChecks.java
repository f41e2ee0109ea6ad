package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.structural.Rule;
import dev.setpoint.resources.structural.SchemaRules;
import dev.setpoint.resources.structural.SimplePath;
import dev.setpoint.resources.structural.Structural;
import java.util.List;
import java.util.Optional;

/// What Kubernetes asks of the CEL rules in a schema.
final class RuleChecks {
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    private RuleChecks() {}

    /// What can be seen without compiling anything.
    static void checkForm(Structural schema, FieldPath path, FieldErrors errors) {
        for (int i = 0; i < schema.rules().size(); i++) {
            form(
                    schema,
                    schema.rules().get(i),
                    path.child("x-kubernetes-validations").index(i),
                    errors);
        }
    }

    /// Whether the rules of a structural schema compile. Its other mistakes are told first, since rules rely on types.
    static void checkExpressions(Structural root, FieldPath path, SchemaRules.Language language, FieldErrors errors) {
        language.examine(root, (schema, at, index, finding) -> {
            FieldPath rule = place(path, at).child("x-kubernetes-validations").index(index);
            String shown = schema.ruleText(index);
            finding.ruleMistake().ifPresent(mistake -> errors.invalidShown(rule.child("rule"), shown, mistake));
            finding.messageMistake()
                    .ifPresent(mistake -> errors.invalidShown(rule.child("messageExpression"), shown, mistake));
            transition(schema.rules().get(index), finding, rule, path, errors);
        });
    }

    private static void transition(
            Rule rule, SchemaRules.Finding finding, FieldPath at, FieldPath root, FieldErrors errors) {
        if (finding.usesOldSelf() && finding.uncorrelated().isPresent()) {
            errors.invalid(
                    at.child("rule"),
                    rule.rule(),
                    "oldSelf cannot be used on the uncorrelatable portion of the schema within "
                            + place(root, finding.uncorrelated().get()));
        } else if (!finding.usesOldSelf()
                && finding.ruleMistake().isEmpty()
                && rule.optionalOldSelf().isPresent()) {
            errors.invalid(
                    at.child("optionalOldSelf"),
                    rule.optionalOldSelf().get(),
                    "may not be set if oldSelf is not used in rule");
        }
    }

    private static FieldPath place(FieldPath root, List<String> steps) {
        FieldPath path = root;
        for (String step : steps) {
            path = switch (step) {
                case SchemaRules.ITEMS, SchemaRules.ADDITIONAL -> path.child(step);
                default -> path.child("properties").key(step.substring(1));
            };
        }
        return path;
    }

    private static void form(Structural schema, Rule rule, FieldPath at, FieldErrors errors) {
        String message = rule.message().strip();
        if (rule.rule().isBlank()) {
            errors.required(at.child("rule"), "rule is not specified");
        } else if (!rule.message().isEmpty() && message.isEmpty()) {
            errors.invalid(at.child("message"), rule.message(), "must be non-empty if specified");
        } else if (hasLineBreaks(message)) {
            errors.invalid(at.child("message"), rule.message(), "must not contain line breaks");
        } else if (hasLineBreaks(rule.rule().strip()) && message.isEmpty()) {
            errors.required(at.child("message"), "message must be specified if rule contains line breaks");
        }
        if (!rule.messageExpression().isEmpty() && rule.messageExpression().isBlank()) {
            errors.required(at.child("messageExpression"), "messageExpression must be non-empty if specified");
        }
        if (!rule.reason().isEmpty() && !REASONS.contains(rule.reason())) {
            errors.notSupported(at.child("reason"), rule.reason(), REASONS);
        }
        if (!rule.fieldPath().isEmpty()) {
            fieldPath(schema, rule.fieldPath(), at.child("fieldPath"), errors);
        }
    }

    private static void fieldPath(Structural schema, String text, FieldPath at, FieldErrors errors) {
        if (text.isBlank()) {
            errors.invalid(at, text, "must be non-empty if specified");
        }
        if (hasLineBreaks(text)) {
            errors.invalid(at, text, "must not contain line breaks");
        }
        Optional<SimplePath> path = SimplePath.parse(text).filter(SimplePath::plain);
        Structural found = schema;
        for (String name : path.map(SimplePath::names).orElse(List.of())) {
            found = found == null ? null : found.below(name);
        }
        if (path.isEmpty() || found == null) {
            errors.invalid(at, text, "must be a valid path");
        }
    }

    private static boolean hasLineBreaks(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }
}
