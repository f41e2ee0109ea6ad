package dev.setpoint.resources.schema;

import dev.setpoint.machinery.api.GroupVersionKind;
import java.util.Set;

/// The names of types, such as `apps.v1.Deployment`: the package, the version and the kind.
public final class TypeNames {
    /// Kinds that every group shares, whatever group a client says they are of.
    private static final Set<String> SHARED_KINDS = Set.of(
            "APIGroup", "APIGroupList", "APIResourceList", "APIVersions", "DeleteOptions", "Status", "WatchEvent");

    private TypeNames() {}

    /// The group `rbac.authorization.k8s.io` is the package `rbac`; the core group is `core`.
    public static String of(GroupVersionKind kind) {
        if (SHARED_KINDS.contains(kind.kind())) {
            return "meta.v1." + kind.kind();
        }
        int dot = kind.group().indexOf('.');
        String first = dot < 0 ? kind.group() : kind.group().substring(0, dot);
        return (first.isEmpty() ? "core" : first) + "." + kind.version() + "." + kind.kind();
    }
}
