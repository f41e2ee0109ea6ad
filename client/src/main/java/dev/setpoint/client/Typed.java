package dev.setpoint.client;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonReader;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;

/// One kind as a Java class of fabric8's model: where it is served, and the way between stored bytes and objects.
///
/// Decoded objects are remembered with the value that they came from, at most [DecodeCache#DEFAULT_CAPACITY] of them,
/// so that whoever reads one value twice gets one object twice. They are therefore **read-only**: change a copy made
/// with the class's builder (`pod.edit()`). Share one `Typed` of a kind within a process; each has its own memory.
public final class Typed<T extends HasMetadata> {
    private final Class<T> type;
    private final GroupVersionKind kind;
    private final GroupVersionResource resource;
    private final boolean namespaced;
    private final DecodeCache<T> decoded;

    private Typed(
            Class<T> type,
            GroupVersionKind kind,
            GroupVersionResource resource,
            boolean namespaced,
            DecodeCache<T> decoded) {
        this.type = type;
        this.kind = kind;
        this.resource = resource;
        this.namespaced = namespaced;
        this.decoded = decoded;
    }

    /// From the annotations of the class: a class of fabric8's model, or anybody's custom resource.
    public static <T extends HasMetadata> Typed<T> of(Class<T> type) {
        return of(type, new DecodeCache<>(DecodeCache.DEFAULT_CAPACITY, DecodeCache.MutationCheck.OFF));
    }

    public static <T extends HasMetadata> Typed<T> of(Class<T> type, DecodeCache<T> decoded) {
        GroupVersionKind kind = GroupVersionKind.of(HasMetadata.getApiVersion(type), HasMetadata.getKind(type));
        return new Typed<>(
                type,
                kind,
                new GroupVersionResource(kind.group(), kind.version(), HasMetadata.getPlural(type)),
                Namespaced.class.isAssignableFrom(type),
                decoded);
    }

    /// A kind for which there is no class.
    public static Typed<GenericKubernetesResource> generic(GroupVersionKind kind, String plural, boolean namespaced) {
        return new Typed<>(
                GenericKubernetesResource.class,
                kind,
                new GroupVersionResource(kind.group(), kind.version(), plural),
                namespaced,
                new DecodeCache<>(DecodeCache.DEFAULT_CAPACITY, DecodeCache.MutationCheck.OFF));
    }

    public Class<T> type() {
        return type;
    }

    public GroupVersionKind kind() {
        return kind;
    }

    public GroupVersionResource resource() {
        return resource;
    }

    public boolean namespaced() {
        return namespaced;
    }

    /// The object as a class: read-only, shared with everybody who decodes the same value.
    public T decode(Stored stored) {
        return decoded.of(stored, value -> ModelCodec.read(value.filled(), type));
    }

    /// The JSON of an object, with its kind and apiVersion whether or not the object says them.
    public Body encode(T object) {
        return new Body.Encoded(ModelCodec.write(object));
    }

    /// As [#encode], but as a tree: for whoever wants to remove or add a field before writing.
    public Body.Tree encodeTree(T object) {
        return new Body.Tree(JsonReader.object(ModelCodec.write(object)));
    }

    public Target collection(String namespace) {
        return Target.collection(resource, namespace);
    }

    public Target object(ObjectKey key) {
        return Target.object(resource, key.namespace(), key.name());
    }

    /// Where an object lies.
    public Target target(T object) {
        return object(ObjectKey.of(object));
    }

    /// This kind with typed calls on a client.
    public TypedClient<T> over(Client client) {
        return new TypedClient<>(this, client, WriteOptions.DEFAULT);
    }

    @Override
    public String toString() {
        return kind.toString();
    }
}
