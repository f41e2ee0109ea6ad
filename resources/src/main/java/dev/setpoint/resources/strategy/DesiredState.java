package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// What of an object is desired state, whose changes `metadata.generation` counts.
public non-sealed interface DesiredState extends Aspect {
    /// Everything but metadata and status.
    DesiredState BESIDES_STATUS = new DesiredState() {};

    /// Whether an update, already prepared, changes it.
    default boolean changesDesiredState(JsonObject object, JsonObject old) {
        return Fields.differBesides(List.of("metadata", "status"), object, old);
    }
}
