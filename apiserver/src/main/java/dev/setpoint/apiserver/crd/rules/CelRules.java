package dev.setpoint.apiserver.crd.rules;

import dev.setpoint.expressions.BudgetExceededException;
import dev.setpoint.expressions.CostBudget;
import dev.setpoint.expressions.EvaluationException;
import dev.setpoint.expressions.MalformedExpressionException;
import dev.setpoint.expressions.ValueType;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.structural.KeyedElements;
import dev.setpoint.resources.structural.Rule;
import dev.setpoint.resources.structural.SchemaRules;
import dev.setpoint.resources.structural.Structural;
import dev.setpoint.resources.structural.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rules of a schema in CEL, compiled when they are first needed.
///
/// A rule looks at its own part of an object. One that mentions `oldSelf` is about a change and holds where there was
/// a value before; all others hold unless their part has not changed, so that objects from before a rule was added can
/// still be edited elsewhere.
public final class CelRules implements SchemaRules {
    /// CEL, for whoever judges definitions and their objects.
    public static final Language LANGUAGE = new Language() {
        @Override
        public SchemaRules compile(Structural root) {
            return of(root);
        }

        @Override
        public void examine(Structural root, Examiner examiner) {
            CelRules.examine(root, "selfType", List.of(), Optional.empty(), examiner);
        }
    };

    /// For all rules of one object.
    private static final long BUDGET = 10_000_000;

    private static final int MAX_MESSAGE = 5 << 10;

    private final Map<Structural, List<CompiledRule>> compiled;

    private CelRules(Map<Structural, List<CompiledRule>> compiled) {
        this.compiled = compiled;
    }

    private static SchemaRules of(Structural root) {
        Map<Structural, List<CompiledRule>> compiled = new HashMap<>();
        compile(root, "selfType", true, compiled);
        return new CelRules(compiled);
    }

    private static void examine(
            Structural schema,
            String name,
            List<String> steps,
            Optional<List<String>> uncorrelated,
            Examiner examiner) {
        if (!schema.hasRules()) {
            return;
        }
        for (int i = 0; i < schema.rules().size(); i++) {
            ValueType type = RuleTypes.of(schema, name, steps.isEmpty());
            examiner.found(schema, steps, i, finding(schema.rules().get(i), type, uncorrelated));
        }
        Optional<List<String>> within =
                schema.mapType().equals("atomic") ? uncorrelated.or(() -> Optional.of(steps)) : uncorrelated;
        schema.properties()
                .forEach((field, property) -> examine(
                        property, name + "." + RuleTypes.escaped(field), with(steps, "." + field), within, examiner));
        if (schema.items() != null) {
            Optional<List<String>> inList =
                    schema.listType().equals("map") ? uncorrelated : uncorrelated.or(() -> Optional.of(steps));
            examine(schema.items(), name + ".@idx", with(steps, ITEMS), inList, examiner);
        }
        if (schema.additional() != null) {
            examine(schema.additional(), name + ".@elem", with(steps, ADDITIONAL), uncorrelated, examiner);
        }
    }

    private static Finding finding(Rule rule, ValueType type, Optional<List<String>> uncorrelated) {
        Optional<String> ruleMistake = Optional.empty();
        Optional<String> messageMistake = Optional.empty();
        boolean usesOldSelf = false;
        try {
            usesOldSelf = CompiledRule.compileRule(rule, type).mentions(CompiledRule.OLD_SELF);
        } catch (MalformedExpressionException e) {
            ruleMistake = Optional.ofNullable(e.getMessage());
        }
        try {
            if (!rule.messageExpression().isBlank()) {
                CompiledRule.compileMessage(rule, type);
            }
        } catch (MalformedExpressionException e) {
            messageMistake = Optional.of("messageExpression " + e.getMessage());
        }
        return new Finding(ruleMistake, messageMistake, usesOldSelf, uncorrelated);
    }

    private static List<String> with(List<String> steps, String step) {
        List<String> more = new ArrayList<>(steps);
        more.add(step);
        return more;
    }

    private static void compile(
            Structural schema, String name, boolean root, Map<Structural, List<CompiledRule>> compiled) {
        if (!schema.rules().isEmpty()) {
            List<CompiledRule> rules = new ArrayList<>();
            schema.rules()
                    .forEach(rule -> CompiledRule.compile(rule, RuleTypes.of(schema, name, root))
                            .ifPresent(rules::add));
            compiled.put(schema, rules);
        }
        schema.properties()
                .forEach(
                        (field, property) -> compile(property, name + "." + RuleTypes.escaped(field), false, compiled));
        if (schema.items() != null) {
            compile(schema.items(), name + ".@idx", false, compiled);
        }
        if (schema.additional() != null) {
            compile(schema.additional(), name + ".@elem", false, compiled);
        }
    }

    @Override
    public List<FieldError> validate(JsonObject object, Structural root, @Nullable JsonObject old) {
        if (compiled.isEmpty()) {
            return List.of();
        }
        Walk walk = new Walk();
        walk.value("", object, root, old, true);
        return walk.errors;
    }

    private final class Walk {
        final List<FieldError> errors = new ArrayList<>(0);
        private final CostBudget budget = new CostBudget(BUDGET);

        void value(String path, JsonValue value, Structural schema, @Nullable JsonValue old, boolean root) {
            if (budget.exhausted() || !schema.hasRules()) {
                return;
            }
            List<CompiledRule> rules = compiled.getOrDefault(schema, List.of());
            if (!rules.isEmpty()) {
                Object self = RuleValues.of(value, schema, root);
                Optional<Object> oldSelf = Optional.ofNullable(old).map(before -> RuleValues.of(before, schema, root));
                boolean changed = !value.equals(old);
                rules.forEach(rule -> check(path, value, schema, rule, self, oldSelf, changed));
            }
            switch (value) {
                case JsonObject object -> object(path, object, schema, old);
                case JsonArray array -> array(path, array, schema, old);
                default -> {}
            }
        }

        private void object(String path, JsonObject object, Structural schema, @Nullable JsonValue old) {
            boolean correlated = old instanceof JsonObject && !schema.mapType().equals("atomic");
            for (Map.Entry<String, JsonValue> entry : object.entries()) {
                String name = entry.getKey();
                Structural below = schema.below(name);
                if (below != null) {
                    boolean property = schema.properties().containsKey(name);
                    String at = property ? (path.isEmpty() ? name : path + "." + name) : path + "[" + name + "]";
                    JsonValue before = correlated && old instanceof JsonObject was ? was.get(name) : null;
                    value(at, entry.getValue(), below, before, false);
                }
            }
        }

        private void array(String path, JsonArray array, Structural schema, @Nullable JsonValue old) {
            Structural items = schema.items();
            if (items == null) {
                return;
            }
            KeyedElements before = KeyedElements.of(schema, old);
            for (int i = 0; i < array.size(); i++) {
                value(path + "[" + i + "]", array.get(i), items, before.find(array.get(i)), false);
            }
        }

        private void check(
                String path,
                JsonValue value,
                Structural schema,
                CompiledRule rule,
                Object self,
                Optional<Object> oldSelf,
                boolean changed) {
            boolean transition = rule.transition();
            boolean applies = transition ? oldSelf.isPresent() || rule.optional() : changed;
            if (!applies || budget.exhausted()) {
                return;
            }
            Map<String, Object> variables = rule.variables(self, oldSelf);
            String type = '"' + schema.type() + '"';
            try {
                if (!Boolean.TRUE.equals(rule.rule().evaluate(variables, budget))) {
                    errors.add(failure(path, value, rule, message(rule, variables)));
                }
            } catch (EvaluationException e) {
                String subject = rule.source().message().isEmpty()
                        ? rule.source().rule()
                        : rule.source().message();
                errors.add(
                        FieldError.invalid(field(path), type, e.getMessage() + " evaluating rule: " + subject.strip()));
            } catch (BudgetExceededException _) {
                errors.add(FieldError.invalid(
                        field(path),
                        type,
                        budget.exhausted()
                                ? "validation failed due to running out of cost budget, no further validation rules "
                                        + "will be run"
                                : "no further validation rules will be run due to call cost exceeds limit for rule: "
                                        + rule.source().rule()));
            }
        }

        private String message(CompiledRule rule, Map<String, Object> variables) {
            if (rule.message().isPresent()) {
                try {
                    Object made = rule.message().get().evaluate(variables, budget);
                    boolean usable = made instanceof String text
                            && !text.isBlank()
                            && text.length() <= MAX_MESSAGE
                            && text.indexOf('\n') < 0;
                    if (usable) {
                        return made.toString().strip();
                    }
                } catch (EvaluationException | BudgetExceededException _) {
                    // The message of the rule itself has to do.
                }
            }
            String own = rule.source().message().strip();
            return own.isEmpty() ? "failed rule: " + rule.source().rule().strip() : own;
        }

        private FieldError failure(String path, JsonValue value, CompiledRule rule, String message) {
            String at = field(path + rule.source().fieldPath());
            boolean shown = !(value instanceof JsonObject || value instanceof JsonArray);
            return switch (rule.source().reason()) {
                case "FieldValueRequired" -> FieldError.required(at, message);
                case "FieldValueForbidden" -> FieldError.forbidden(at, message);
                case "FieldValueDuplicate" ->
                    shown
                            ? FieldError.duplicate(at, Values.shown(value))
                            : new FieldError("FieldValueDuplicate", at, "Duplicate value");
                default ->
                    shown
                            ? FieldError.invalid(at, Values.shown(value), message)
                            : new FieldError("FieldValueInvalid", at, "Invalid value: " + message);
            };
        }

        private static String field(String path) {
            if (path.isEmpty()) {
                return "<nil>";
            }
            return path.startsWith(".") ? path.substring(1) : path;
        }
    }
}
