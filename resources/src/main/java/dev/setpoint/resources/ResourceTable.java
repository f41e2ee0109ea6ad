package dev.setpoint.resources;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Resources in the order in which discovery lists them, found by address or by kind. Immutable.
public final class ResourceTable {
    private final List<ResourceType> types;
    private final Map<GroupVersionResource, ResourceType> byResource = new HashMap<>();
    private final Map<GroupVersionKind, ResourceType> byKind = new HashMap<>();
    /// By group and version, both in order.
    private final Map<String, Map<GroupVersion, List<ResourceType>>> byVersion = new LinkedHashMap<>();

    public ResourceTable(List<ResourceType> types) {
        this.types = List.copyOf(types);
        for (ResourceType type : types) {
            if (byResource.put(type.resource(), type) != null) {
                throw new IllegalArgumentException(type.resource() + " is there twice");
            }
            byKind.putIfAbsent(type.groupVersionKind(), type);
            byVersion
                    .computeIfAbsent(type.resource().group(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(type.groupVersion(), _ -> new ArrayList<>())
                    .add(type);
        }
    }

    /// Every built-in resource.
    public static ResourceTable builtIn() {
        return BuiltIn.TABLE;
    }

    /// This table with more resources behind its own: those of custom resource definitions.
    public ResourceTable with(List<ResourceType> more) {
        List<ResourceType> all = new ArrayList<>(types);
        more.stream().filter(type -> find(type.resource()) == null).forEach(all::add);
        return new ResourceTable(all);
    }

    public List<ResourceType> types() {
        return types;
    }

    public @Nullable ResourceType find(GroupVersionResource resource) {
        return byResource.get(resource);
    }

    public @Nullable ResourceType find(String group, String version, String plural) {
        return byResource.get(new GroupVersionResource(group, version, plural));
    }

    /// The resource whose objects are of this kind. Kinds of subresources, such as Scale, have none.
    public @Nullable ResourceType find(GroupVersionKind kind) {
        return byKind.get(kind);
    }

    /// Every resource of one version of a group, in order.
    public List<ResourceType> of(GroupVersion groupVersion) {
        return Collections.unmodifiableList(versionsOf(groupVersion.group()).getOrDefault(groupVersion, List.of()));
    }

    /// Every group but the core group, in order; a group's first version is the one that clients should prefer.
    public Set<String> groups() {
        Set<String> groups = new LinkedHashSet<>(byVersion.keySet());
        groups.remove("");
        return groups;
    }

    /// The versions of a group, the preferred one first.
    public Set<GroupVersion> versions(String group) {
        return Collections.unmodifiableSet(versionsOf(group).keySet());
    }

    private Map<GroupVersion, List<ResourceType>> versionsOf(String group) {
        return byVersion.getOrDefault(group, Map.of());
    }

    private static final class BuiltIn {
        static final ResourceTable TABLE = new ResourceTable(ResourceRows.read());
    }
}
