package dev.setpoint.apiserver.registry.read;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.selector.FieldSelector;
import dev.setpoint.machinery.selector.LabelSelector;

/// What a list or a watch is restricted to. Answered from key and header alone.
public record SelectionPredicate(LabelSelector labels, FieldSelector fields) {
    public boolean matches(Stored object) {
        return labels.matches(object.header().labels())
                && fields.matches(field -> field(object.key(), object.header(), field));
    }

    boolean everything() {
        return labels.isEverything() && fields.isEverything();
    }

    private static String field(Key key, Header header, String field) {
        return switch (field) {
            case "metadata.name" -> key.name();
            case "metadata.namespace" -> key.namespace();
            default -> header.fields().getOrDefault(field, "");
        };
    }
}
