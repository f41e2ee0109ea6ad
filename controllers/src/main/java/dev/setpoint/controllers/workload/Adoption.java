package dev.setpoint.controllers.workload;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import io.fabric8.kubernetes.api.model.HasMetadata;

/// Asks the server before a controller takes what nobody controls: its cache may not know yet that it is being
/// deleted, or is another by now.
public final class Adoption {
    private Adoption() {}

    public static <T extends HasMetadata> boolean allowed(TypedClient<T> client, T controller) {
        return client.find(ObjectKey.of(controller))
                .filter(live -> Metadata.uid(live).equals(Metadata.uid(controller)) && !Metadata.deleting(live))
                .isPresent();
    }
}
