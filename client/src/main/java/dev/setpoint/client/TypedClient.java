package dev.setpoint.client;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonValue;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads and writes of one kind in its Java class. Everything goes through the [Client] underneath.
public final class TypedClient<T extends HasMetadata> {
    private final Typed<T> typed;
    private final Client client;
    private final WriteOptions options;

    TypedClient(Typed<T> typed, Client client, WriteOptions options) {
        this.typed = typed;
        this.client = client;
        this.options = options;
    }

    /// The same client, writing under a field manager's name.
    public TypedClient<T> as(String fieldManager) {
        return new TypedClient<>(typed, client, WriteOptions.as(fieldManager));
    }

    public Typed<T> typed() {
        return typed;
    }

    /// @throws ApiException `NotFound` when there is none
    public T get(ObjectKey key) {
        return typed.decode(client.get(typed.object(key)));
    }

    public Optional<T> find(ObjectKey key) {
        try {
            return Optional.of(get(key));
        } catch (ApiException e) {
            if (e.error().notFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// The whole collection of a namespace, or of all of them when it is empty.
    public List<T> list(String namespace, ListOptions selection) {
        List<T> objects = new ArrayList<>();
        ListOptions page = selection;
        while (true) {
            ObjectList list = client.list(typed.collection(namespace), page);
            for (Stored item : list.items()) {
                objects.add(typed.decode(item));
            }
            if (list.continueToken().isEmpty()) {
                return objects;
            }
            page = new ListOptions(
                    selection.labelSelector(),
                    selection.fieldSelector(),
                    selection.limit(),
                    list.continueToken(),
                    selection.resourceVersion());
        }
    }

    /// Creates in the namespace that the object names.
    public T create(T object) {
        Target target = typed.target(object);
        return typed.decode(client.create(typed.collection(target.namespace()), typed.encode(object), options));
    }

    /// Replaces the object; refused with `Conflict` when it carries a resourceVersion that is no longer the
    /// newest.
    public T update(T object) {
        return typed.decode(client.update(typed.target(object), typed.encode(object), options));
    }

    /// Replaces only the status.
    public T updateStatus(T object) {
        return typed.decode(client.update(typed.target(object).subresource("status"), typed.encode(object), options));
    }

    public T patch(ObjectKey key, PatchType type, JsonValue patch) {
        return typed.decode(client.patch(typed.object(key), type, new Body.Tree(patch), options));
    }

    public T patchStatus(ObjectKey key, PatchType type, JsonValue patch) {
        Target status = typed.object(key).subresource("status");
        return typed.decode(client.patch(status, type, new Body.Tree(patch), options));
    }

    /// Server-side apply of exactly the fields that the object sets, under this client's field manager.
    public T apply(T object, boolean force) {
        return typed.decode(client.patch(
                typed.target(object),
                PatchType.APPLY,
                typed.encode(object),
                new WriteOptions(options.fieldManager(), options.dryRun(), force)));
    }

    /// Deletes this very object, never one that has taken its name since.
    public void delete(T object) {
        client.delete(
                typed.target(object), DeleteOptions.exactly(object.getMetadata().getUid()));
    }

    public void delete(ObjectKey key, DeleteOptions deleteOptions) {
        client.delete(typed.object(key), deleteOptions);
    }
}
