package dev.setpoint.machinery.api;

/// A version of an API group; the core group is empty and is written `v1`.
public record GroupVersion(String group, String version) {
    /// From the `apiVersion` of an object: `v1`, `apps/v1`.
    public static GroupVersion parse(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0
                ? new GroupVersion("", apiVersion)
                : new GroupVersion(apiVersion.substring(0, slash), apiVersion.substring(slash + 1));
    }

    @Override
    public String toString() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
