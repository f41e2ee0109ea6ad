package dev.setpoint.machinery.api;

/// What a URL path names.
public record GroupVersionResource(String group, String version, String resource) {
    public static GroupVersionResource of(String apiVersion, String resource) {
        GroupVersion parsed = GroupVersion.parse(apiVersion);
        return new GroupVersionResource(parsed.group(), parsed.version(), resource);
    }

    public GroupVersion groupVersion() {
        return new GroupVersion(group, version);
    }

    public GroupResource groupResource() {
        return new GroupResource(group, resource);
    }
}
