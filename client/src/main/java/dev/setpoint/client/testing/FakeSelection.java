package dev.setpoint.client.testing;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.selector.FieldSelector;
import dev.setpoint.machinery.selector.LabelSelector;
import java.util.function.Predicate;

/// Selectors over keys and headers.
final class FakeSelection {
    private FakeSelection() {}

    static Predicate<Stored> of(String labels, String fields) {
        LabelSelector byLabel = LabelSelector.parse(labels);
        FieldSelector byField = FieldSelector.parse(fields);
        return object -> byLabel.matches(object.header().labels())
                && byField.matches(field -> switch (field) {
                    case "metadata.name" -> object.key().name();
                    case "metadata.namespace" -> object.key().namespace();
                    default -> object.header().fields().getOrDefault(field, "");
                });
    }
}
