package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.structural.Rule;
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
