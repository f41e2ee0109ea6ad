package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.resources.ResourceType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Resources that come and go while the server runs.
public interface DefinedResources {
    @Nullable
    ServedResource find(GroupVersionResource resource);

    /// All that are served now, the versions of a group in order of preference.
    List<ResourceType> types();

    /// Something that equals itself alone, and is another whenever anything was defined anew, changed or went.
    Object contents();
}
