package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import java.util.Optional;

/// Finds the schemas of resources that are not built in.
@FunctionalInterface
public interface CustomSchemas {
    /// As the definition says it; not to be changed. Empty for built-in resources and for those that nobody defined.
    Optional<JsonObject> find(GroupVersionResource resource);

    CustomSchemas NONE = _ -> Optional.empty();
}
