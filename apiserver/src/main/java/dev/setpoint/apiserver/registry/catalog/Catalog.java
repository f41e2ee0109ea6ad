package dev.setpoint.apiserver.registry.catalog;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Which resources are served: the built-in ones, whose entries are made on first use, so that starting costs nothing
/// for kinds nobody asks for; and those that somebody defined.
public final class Catalog implements KnownKinds {
    private final ResourceTable table;
    private final Function<ResourceType, ServedResource> make;
    private final DefinedResources defined;
    private final Map<GroupVersionResource, ServedResource> made = new ConcurrentHashMap<>();
    private volatile Whole whole;

    public Catalog(ResourceTable table, Function<ResourceType, ServedResource> make, DefinedResources defined) {
        this.table = table;
        this.make = make;
        this.defined = defined;
        this.whole = new Whole(this, table);
    }

    /// A table, and the state of definitions that it was made from.
    private record Whole(Object contents, ResourceTable table) {}

    /// Everything that is served now. The same table while nothing changed, not even a schema.
    public ResourceTable table() {
        Object now = defined.contents();
        Whole known = whole;
        if (!known.contents().equals(now)) {
            known = new Whole(now, table.with(defined.types()));
            whole = known;
        }
        return known.table();
    }

    /// Whether a group is one of Kubernetes' own.
    public boolean builtIn(String group) {
        return !table.versions(group).isEmpty();
    }

    public @Nullable ServedResource find(GroupVersionResource resource) {
        ServedResource known = made.get(resource);
        if (known != null) {
            return known;
        }
        ResourceType type = table.find(resource);
        return type == null ? defined.find(resource) : made.computeIfAbsent(resource, _ -> make.apply(type));
    }

    @Override
    public boolean knows(GroupVersionKind kind) {
        return table().find(kind) != null;
    }
}
