package dev.setpoint.machinery.api;

/// A resource whatever its version: `pods`, `deployments.apps`. The first part of every store key.
public record GroupResource(String group, String resource) {
    @Override
    public String toString() {
        return group.isEmpty() ? resource : resource + "." + group;
    }
}
