/// CEL as Kubernetes speaks it: the standard language, its extensions for strings, sets, optionals and two-variable
/// comprehensions, and Kubernetes' own functions for lists, texts, URLs, addresses, quantities and versions.
///
/// The engine stays behind this package. An expression is compiled once against declared variables and evaluated often,
/// each time within a [dev.setpoint.expressions.CostBudget], so that nothing that a stranger writes runs for long.
///
///     List<Variable> variables = List.of(new Variable("self", type));
///     Expression rule = Expressions.compile("self.min <= self.max", variables, ValueType.BOOLEAN);
///     rule.evaluate(Map.of("self", Map.of("min", 1L, "max", 2L)), new CostBudget(1_000_000));   // true
///
/// Values are Java's own: Map, List, String, Long, Double, Boolean, Instant, Duration; `null` is [Expression#NULL].
@NullMarked
package dev.setpoint.expressions;

import org.jspecify.annotations.NullMarked;
