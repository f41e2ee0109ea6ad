package dev.setpoint.base.value;

import dev.setpoint.base.DirectMappedCache;
import java.util.function.Function;

/// Where an object lies: the resource (`pods`, `deployments.apps`), the namespace (empty when
/// cluster-scoped), the name. Ordered by resource, then namespace, then name, which is the order of every
/// list.
public record Key(String resource, String namespace, String name) implements Comparable<Key> {
    /// The one thing here that comes from clients and outlives them: at most so many names, each as short as the name
    /// of a namespace is. A key is made in too many places to be told where its owner keeps them.
    private static final DirectMappedCache<String, String> NAMESPACES = new DirectMappedCache<>(1024);

    /// No namespace has a longer name, but anybody may ask for one.
    private static final int LONGEST_SHARED = 63;

    /// Keys of one namespace share its name, so that two of them are mostly found to be neighbours without a look at
    /// it: in a large tree each look is a miss of the processor's cache.
    public Key {
        if (namespace.length() <= LONGEST_SHARED) {
            namespace = NAMESPACES.of(namespace, Function.identity());
        }
    }

    @Override
    public int compareTo(Key other) {
        int byResource = resource.compareTo(other.resource);
        return byResource != 0 ? byResource : compareWithinResource(other);
    }

    /// The same order among keys of one resource, whose names need not be compared.
    public int compareWithinResource(Key other) {
        int byNamespace = compareBeforeSlash(namespace, other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    /// Compares two texts as if each ended in a slash: etcd's order of `namespace/name`, in which `a-b/x` comes
    /// before `a/x`.
    private static int compareBeforeSlash(String first, String second) {
        if (first.equals(second)) {
            return 0;
        }
        int shorter = Math.min(first.length(), second.length());
        for (int i = 0; i < shorter; i++) {
            int difference = first.charAt(i) - second.charAt(i);
            if (difference != 0) {
                return difference;
            }
        }
        return first.length() == shorter ? '/' - second.charAt(shorter) : first.charAt(shorter) - '/';
    }

    /// By hand, as nothing is looked up as often: the method that a record brings is put together when it is first
    /// called, and slow until it is compiled.
    @Override
    public boolean equals(Object other) {
        return other instanceof Key that
                && name.equals(that.name)
                && namespace.equals(that.namespace)
                && resource.equals(that.resource);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * resource.hashCode() + namespace.hashCode()) + name.hashCode();
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? resource + "/" + name : resource + "/" + namespace + "/" + name;
    }
}
