package dev.setpoint.machinery.api;

/// What an object says it is.
public record GroupVersionKind(String group, String version, String kind) {
    public static GroupVersionKind of(String apiVersion, String kind) {
        GroupVersion parsed = GroupVersion.parse(apiVersion);
        return new GroupVersionKind(parsed.group(), parsed.version(), kind);
    }

    public GroupVersion groupVersion() {
        return new GroupVersion(group, version);
    }

    /// As Kubernetes writes it in messages: `apps/v1, Kind=Deployment`.
    @Override
    public String toString() {
        return groupVersion() + ", Kind=" + kind;
    }
}
