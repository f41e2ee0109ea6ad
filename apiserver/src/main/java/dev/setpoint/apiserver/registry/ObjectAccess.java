package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.read.Reading;
import dev.setpoint.apiserver.registry.write.Allocations;
import dev.setpoint.apiserver.registry.write.BodyDecoder;
import dev.setpoint.apiserver.registry.write.DeleteParameters;
import dev.setpoint.apiserver.registry.write.EncodedObject;
import dev.setpoint.apiserver.registry.write.Intent;
import dev.setpoint.apiserver.registry.write.Patching;
import dev.setpoint.apiserver.registry.write.Transaction;
import dev.setpoint.apiserver.registry.write.WriteKind;
import dev.setpoint.apiserver.registry.write.WriteParameters;
import dev.setpoint.apiserver.registry.write.WriteParameters.FieldValidation;
import dev.setpoint.apiserver.registry.write.WriteRequest;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.store.Commit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// What actions may do to objects: the same reads and changes that the registry itself uses.
public final class ObjectAccess {
    private final BodyDecoder decoder;
    private final Reading reading;
    private final Transaction transaction;
    private final Function<GroupVersionKind, Schema> schemas;

    ObjectAccess(
            BodyDecoder decoder, Reading reading, Transaction transaction, Function<GroupVersionKind, Schema> schemas) {
        this.decoder = decoder;
        this.reading = reading;
        this.transaction = transaction;
        this.schemas = schemas;
    }

    /// The object that the request names.
    public Stored find(Call call, ServedResource resource) {
        return reading.find(call, resource);
    }

    /// A private tree of a stored object of a built-in kind.
    public JsonObject tree(Stored stored) {
        JsonObject object = CompactReader.object(stored.filled());
        object.remove("kind");
        object.remove("apiVersion");
        return object;
    }

    /// A private tree of a stored object of any kind.
    public JsonObject tree(ServedResource resource, Stored stored) {
        return resource.tree(resource.storageForm().present(stored));
    }

    /// The request's body as an object of this kind.
    public JsonObject decode(Call call, GroupVersionKind kind) {
        WriteParameters parameters = WriteParameters.of(call, "CreateOptions");
        return decoder.decode(call.body(), kind, schemas.apply(kind), parameters.fieldValidation())
                .object();
    }

    /// What a patch in the request does to an object of this kind.
    public UnaryOperator<JsonObject> patch(Call call, GroupVersionKind kind) {
        return Patching.of(call, kind, schemas.apply(kind), FieldValidation.IGNORE);
    }

    /// Changes the object that the request names; `propose` is called anew for every try.
    public Stored change(Call call, ServedResource resource, WriteKind part, UnaryOperator<JsonObject> propose) {
        WriteParameters parameters = WriteParameters.of(call, "UpdateOptions");
        return transaction
                .run(WriteRequest.of(call, resource, parameters, new Intent.Act(part, propose)))
                .object();
    }

    /// Deletes the object that the request names.
    ///
    /// @param options a DeleteOptions
    /// @param together what is committed with the deletion, and may refuse it
    public void delete(Call call, ServedResource resource, JsonObject options, Allocations together) {
        Key key = resource.key(call.target().namespace(), call.target().name());
        Intent intent = new Intent.Delete(DeleteParameters.of(options), together);
        transaction.run(new WriteRequest(call, resource, key, WriteParameters.NONE, intent));
    }

    /// The write of a changed object, for a commit that it is a part of.
    public Commit.Write put(ServedResource resource, Key key, JsonObject object) {
        return EncodedObject.of(resource, key, object).put();
    }
}
