package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// What is allowed but hardly meant: texts for the Warning headers of a successful write.
public non-sealed interface KindWarnings extends Aspect {
    /// Of kinds in which everything that is allowed is meant.
    KindWarnings NONE = _ -> List.of();

    /// @param object as it was created
    List<String> warnings(JsonObject object);

    /// The same for an update.
    default List<String> warningsOnUpdate(JsonObject object, JsonObject old) {
        return warnings(object);
    }
}
