package dev.setpoint.apiserver.registry;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Which resources are served. Entries are made on first use, so that starting costs nothing for kinds nobody asks for.
public final class Catalog implements KnownKinds {
    private final ResourceTable table;
    private final Function<ResourceType, ServedResource> make;
    private final Map<ResourceType, ServedResource> made = new ConcurrentHashMap<>();

    public Catalog(ResourceTable table, Function<ResourceType, ServedResource> make) {
        this.table = table;
        this.make = make;
    }

    public ResourceTable table() {
        return table;
    }

    public @Nullable ServedResource find(GroupVersionResource resource) {
        ResourceType type = table.find(resource);
        return type == null ? null : made.computeIfAbsent(type, make);
    }

    @Override
    public boolean knows(GroupVersionKind kind) {
        return table.find(kind) != null;
    }
}
