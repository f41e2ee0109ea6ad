package dev.setpoint.client.testing;

import dev.setpoint.base.value.Stored;
import java.util.function.Predicate;

/// Selectors over keys and headers.
final class FakeSelection {
    private FakeSelection() {}

    static Predicate<Stored> of(String labels, String fields) {
        if (!labels.isEmpty() || !fields.isEmpty()) {
            throw new IllegalArgumentException("selectors: " + labels + " " + fields + " (expected: none)");
        }
        return _ -> true;
    }
}
