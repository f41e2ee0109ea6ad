package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Preparation;
import java.util.List;

/// Events, whichever group they were written through: they are kept as core events.
public final class EventStrategy implements Defaults, Preparation, KindRules {
    public static final EventStrategy OLD = new EventStrategy(false);
    public static final EventStrategy NEW = new EventStrategy(true);

    private static final int MAX_WORD = 128;
    private static final int MAX_NOTE = 1024;

    private final boolean dated;

    /// @param dated whether events must be in the newer form, as those of `events.k8s.io/v1` are
    private EventStrategy(boolean dated) {
        this.dated = dated;
    }

    @Override
    public void applyDefaults(JsonObject event) {
        event.child("involvedObject");
        event.child("source");
    }

    @Override
    public void prepareForCreate(JsonObject event) {}

    @Override
    public void prepareForUpdate(JsonObject event, JsonObject old) {}

    @Override
    public void check(JsonObject event, FieldErrors errors) {
        String namespace = event.child("metadata").textOr("namespace", "");
        String involved = Fields.text(event, "involvedObject", "namespace");
        FieldPath path = FieldPath.of("involvedObject").child("namespace");
        boolean dated = Fields.isSet(event, "eventTime");
        boolean matches = switch (involved) {
            case "" -> namespace.equals("default") || (dated && namespace.equals("kube-system"));
            default -> dated || involved.equals(namespace);
        };
        if (!matches) {
            errors.invalid(path, involved, "does not match event.namespace");
        }
        if (dated) {
            report(event, errors);
        }
        Checks.subdomain(namespace, FieldPath.of("namespace"), errors);
        if (this.dated) {
            newForm(event, errors);
        }
    }

    /// Nothing of the older form is left in it.
    private static void newForm(JsonObject event, FieldErrors errors) {
        if (!Fields.isSet(event, "eventTime")) {
            errors.required(FieldPath.of("eventTime"), "");
        }
        String type = event.textOr("type", "");
        if (!type.equals("Normal") && !type.equals("Warning")) {
            errors.invalid(FieldPath.of("type"), "", "has invalid value: " + type);
        }
        for (String field : List.of("firstTimestamp", "lastTimestamp", "count")) {
            if (Fields.isSet(event, field)) {
                errors.invalid(FieldPath.of(field), "", "needs to be unset");
            }
        }
        if (!Fields.text(event, "source", "component").isEmpty()) {
            errors.invalid(FieldPath.of("source"), "", "needs to be unset");
        }
    }

    /// What the newer form of events must tell: who reports what was done and why.
    private static void report(JsonObject event, FieldErrors errors) {
        FieldPath reporter = FieldPath.of("reportingComponent");
        if (!Fields.isSet(event, "reportingComponent")) {
            errors.required(reporter, "");
        }
        Checks.labelKey(event.textOr("reportingComponent", ""), reporter, errors);
        for (String field : List.of("reportingInstance", "action", "reason")) {
            if (!Fields.isSet(event, field)) {
                errors.required(FieldPath.of(field), "");
            }
            bounded(event, field, MAX_WORD, errors);
        }
        bounded(event, "message", MAX_NOTE, errors);
    }

    private static void bounded(JsonObject event, String field, int limit, FieldErrors errors) {
        if (event.textOr(field, "").length() > limit) {
            errors.invalid(FieldPath.of(field), "", "can have at most " + limit + " characters");
        }
    }
}
