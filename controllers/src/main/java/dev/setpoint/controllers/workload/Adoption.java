package dev.setpoint.controllers.workload;

import dev.setpoint.client.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Function;

/// Asks the server before a controller takes what nobody controls: its cache may not know yet that it is being
/// deleted, or is another by now.
public final class Adoption {
    private Adoption() {}

    /// @param server what it holds under a key now
    public static <T extends HasMetadata> boolean allowed(Function<ObjectKey, Optional<T>> server, T controller) {
        return server.apply(ObjectKey.of(controller))
                .filter(live -> Metadata.uid(live).equals(Metadata.uid(controller)) && !Metadata.deleting(live))
                .isPresent();
    }
}
