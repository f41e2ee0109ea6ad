package dev.setpoint.client;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import java.util.Arrays;
import java.util.List;

/// One kind as a Java class of fabric8's model: where it is served, and the way between stored bytes and
/// objects.
///
/// A description alone keeps nothing: it decodes a value anew each time. Read [#in] a client's [DecodedObjects],
/// as informers and typed clients read, whoever reads one value twice gets one object twice. Such objects are
/// therefore **read-only**: change a copy made with the class's builder (`pod.edit()`). With
/// `-Dsetpoint.detect-mutation=true`, as tests run, whoever changes a shared object is found out.
public final class Typed<T extends HasMetadata> {
    private final Class<T> type;
    private final GroupVersionKind kind;
    private final GroupVersionResource resource;
    private final boolean namespaced;
    private final List<ShorterBytes.Place> unread;
    /// The description that this one was made from by [#in]: what it decodes is what the others decode that were.
    private final Typed<T> described;

    private final DecodedObjects decoded;

    private static final ClassValue<Typed<?>> OF_CLASS = new ClassValue<>() {
        @Override
        protected Typed<?> computeValue(Class<?> type) {
            return fromAnnotations(type.asSubclass(HasMetadata.class));
        }
    };

    private Typed(Class<T> type, GroupVersionKind kind, String plural, boolean namespaced) {
        this(type, kind, new GroupVersionResource(kind.group(), kind.version(), plural), namespaced, List.of());
    }

    private Typed(
            Class<T> type,
            GroupVersionKind kind,
            GroupVersionResource resource,
            boolean namespaced,
            List<ShorterBytes.Place> unread) {
        this.type = type;
        this.kind = kind;
        this.resource = resource;
        this.namespaced = namespaced;
        this.unread = unread;
        this.described = this;
        this.decoded = DecodedObjects.NONE;
    }

    private Typed(Typed<T> described, DecodedObjects decoded) {
        this.type = described.type;
        this.kind = described.kind;
        this.resource = described.resource;
        this.namespaced = described.namespaced;
        this.unread = described.unread;
        this.described = described;
        this.decoded = decoded;
    }

    /// From the annotations of the class: a class of fabric8's model, or anybody's custom resource. There is
    /// one description for each class.
    @SuppressWarnings("unchecked") // The class is its own key.
    public static <T extends HasMetadata> Typed<T> of(Class<T> type) {
        return (Typed<T>) OF_CLASS.get(type);
    }

    private static <T extends HasMetadata> Typed<T> fromAnnotations(Class<T> type) {
        GroupVersionKind kind = GroupVersionKind.of(HasMetadata.getApiVersion(type), HasMetadata.getKind(type));
        return new Typed<>(type, kind, HasMetadata.getPlural(type), Namespaced.class.isAssignableFrom(type));
    }

    /// A kind for which there is no class.
    public static Typed<GenericKubernetesResource> generic(GroupVersionKind kind, String plural, boolean namespaced) {
        return new Typed<>(GenericKubernetesResource.class, kind, plural, namespaced);
    }

    /// The same kind for a loop that looks at very many objects, and at a part of each: these fields are not read.
    /// Objects so read are for looking at, never for writing back.
    ///
    /// @param paths names with dots between them: `spec`, `status.containerStatuses`
    public Typed<T> without(String... paths) {
        List<ShorterBytes.Place> places =
                Arrays.stream(paths).map(ShorterBytes.Place::of).toList();
        return new Typed<>(type, kind, resource, namespaced, places);
    }

    /// The same kind, for whoever reads it from where these objects are kept.
    public Typed<T> in(DecodedObjects objects) {
        return objects == decoded ? this : new Typed<>(described, objects);
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

    /// The object as a class: read-only, shared with everybody who decodes the same value from the same objects.
    public T decode(Stored stored) {
        return decoded.of(stored, described);
    }

    /// What is read of a value.
    byte[] json(Stored stored) {
        byte[] json = stored.filled();
        for (ShorterBytes.Place place : unread) {
            json = ShorterBytes.without(json, place);
        }
        return json;
    }

    T read(byte[] json) {
        return ModelCodec.read(json, type);
    }

    /// The JSON of an object, with its kind and apiVersion whether or not the object says them.
    public Body encode(T object) {
        return new Body.Encoded(ModelCodec.write(object));
    }

    /// As [#encode], but as a tree: for whoever wants to remove or add a field before writing.
    public Body.Tree encodeTree(T object) {
        return new Body.Tree(CompactReader.object(ModelCodec.write(object)));
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
        return new TypedClient<>(in(client.decoded()), client, WriteOptions.DEFAULT);
    }

    @Override
    public String toString() {
        return kind.toString();
    }
}
