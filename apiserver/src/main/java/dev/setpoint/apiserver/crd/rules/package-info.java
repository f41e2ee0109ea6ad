/// The rules of custom resources in CEL: their types from a schema, their values from an object, what they find.
///
/// [dev.setpoint.resources.structural.SchemaRules] says what is asked of rules; this is the one place that answers with
/// the engine behind [dev.setpoint.expressions]. Objects are judged within a budget for all of their rules.
@NullMarked
package dev.setpoint.apiserver.crd.rules;

import org.jspecify.annotations.NullMarked;
