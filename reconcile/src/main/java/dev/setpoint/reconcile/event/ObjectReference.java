package dev.setpoint.reconcile.event;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import org.jspecify.annotations.Nullable;

/// What an Event is about. Empty text where the object has none.
public record ObjectReference(
        String apiVersion,
        String kind,
        String namespace,
        String name,
        String uid,
        String resourceVersion,
        String fieldPath) {
    public static ObjectReference to(HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        return new ObjectReference(
                object.getApiVersion(),
                object.getKind(),
                text(metadata.getNamespace()),
                text(metadata.getName()),
                text(metadata.getUid()),
                text(metadata.getResourceVersion()),
                "");
    }

    /// A part of the object: `spec.containers{web}`.
    public ObjectReference part(String newFieldPath) {
        return new ObjectReference(apiVersion, kind, namespace, name, uid, resourceVersion, newFieldPath);
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
