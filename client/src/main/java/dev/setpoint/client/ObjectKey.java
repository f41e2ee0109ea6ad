package dev.setpoint.client;

import dev.setpoint.base.value.Key;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/// Identity of one object of a known kind: the only thing that travels through a work queue. Cluster-scoped
/// objects have an empty namespace, never a null one. Ordered by
/// namespace, then name, as text.
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
    public static ObjectKey cluster(String name) {
        return new ObjectKey("", name);
    }

    public static ObjectKey of(Key key) {
        return new ObjectKey(key.namespace(), key.name());
    }

    public static ObjectKey of(HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        return new ObjectKey(text(metadata.getNamespace()), text(metadata.getName()));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    @Override
    public int compareTo(ObjectKey other) {
        // Equal ones are mostly the same one, see Key.
        return namespace.equals(other.namespace) ? name.compareTo(other.name) : namespace.compareTo(other.namespace);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
