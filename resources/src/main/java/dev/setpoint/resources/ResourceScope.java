package dev.setpoint.resources;

/// Whether objects of a resource live in a namespace. The words are those of discovery and of custom resource
/// definitions.
public enum ResourceScope {
    NAMESPACED("Namespaced"),
    CLUSTER("Cluster");

    private final String word;

    ResourceScope(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static ResourceScope of(String word) {
        return switch (word) {
            case "Namespaced" -> NAMESPACED;
            case "Cluster" -> CLUSTER;
            default -> throw new IllegalArgumentException("scope: " + word + " (expected: Namespaced or Cluster)");
        };
    }
}
