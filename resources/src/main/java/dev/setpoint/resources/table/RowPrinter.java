package dev.setpoint.resources.table;

import dev.setpoint.machinery.json.JsonObject;
import java.time.Instant;

/// Prints objects of one kind.
@FunctionalInterface
public interface RowPrinter {
    /// @param object in the version in which it is kept
    /// @param now what ages are counted to
    Row print(JsonObject object, Instant now);
}
