package dev.setpoint.base.value;

/// Where an object lies: the resource (`pods`, `deployments.apps`), the namespace (empty when
/// cluster-scoped), the name. Ordered by resource, then namespace, then name, which is the order of every
/// list.
public record Key(String resource, String namespace, String name) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
        int byResource = resource.compareTo(other.resource);
        if (byResource != 0) {
            return byResource;
        }
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? resource + "/" + name : resource + "/" + namespace + "/" + name;
    }
}
