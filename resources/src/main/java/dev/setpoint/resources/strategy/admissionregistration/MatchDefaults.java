package dev.setpoint.resources.strategy.admissionregistration;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import org.jspecify.annotations.Nullable;

/// Fills what is left out where something says which requests it is about.
final class MatchDefaults {
    private MatchDefaults() {}

    static void match(JsonObject match) {
        match.putIfAbsent("matchPolicy", JsonValue.of("Equivalent"));
        match.child("namespaceSelector");
        match.child("objectSelector");
    }

    /// A policy's or a binding's `MatchResources`.
    static void resources(@Nullable JsonObject match) {
        if (match != null) {
            match(match);
            rules(match, "resourceRules");
            rules(match, "excludeResourceRules");
        }
    }

    static void rules(JsonObject match, String field) {
        Fields.each(match, field, rule -> rule.putIfAbsent("scope", JsonValue.of("*")));
    }
}
