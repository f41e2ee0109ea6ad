package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.apiserver.registry.catalog.Catalog;
import dev.setpoint.apiserver.registry.catalog.OutdatedException;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.read.ConsistentReads;
import dev.setpoint.apiserver.registry.read.Reading;
import dev.setpoint.apiserver.registry.view.Views;
import dev.setpoint.apiserver.registry.watch.Watching;
import dev.setpoint.apiserver.registry.write.Applying;
import dev.setpoint.apiserver.registry.write.BodyDecoder;
import dev.setpoint.apiserver.registry.write.DeleteParameters;
import dev.setpoint.apiserver.registry.write.Deletion;
import dev.setpoint.apiserver.registry.write.Intent;
import dev.setpoint.apiserver.registry.write.ManagedFields;
import dev.setpoint.apiserver.registry.write.Patching;
import dev.setpoint.apiserver.registry.write.Placement;
import dev.setpoint.apiserver.registry.write.ProtobufBodies;
import dev.setpoint.apiserver.registry.write.SharedWork;
import dev.setpoint.apiserver.registry.write.Transaction;
import dev.setpoint.apiserver.registry.write.WriteKind;
import dev.setpoint.apiserver.registry.write.WriteParameters;
import dev.setpoint.apiserver.registry.write.WriteRequest;
import dev.setpoint.apiserver.registry.write.WriteRules;
import dev.setpoint.apiserver.registry.write.Written;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.resources.strategy.Traits;
import dev.setpoint.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/// Answers every call about a resource, from a caller who may: finds the resource, and hands the call to the code for
/// the verb.
public final class Registry implements Pipeline {
    public static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

    /// How often a request begins anew because the definition of its resource changed under it.
    private static final int ATTEMPTS = 5;

    private final Catalog catalog;
    private final Map<String, SubresourceAction> actions;
    private final BodyDecoder decoder;
    private final Reading reading;
    private final Watching watching;
    private final Transaction transaction;
    private final SharedWork sharedWork;
    private final Views views;
    private final Supplier<Instant> now;
    private final ManagedFields managedFields;

    /// @param actions what the subresources do that are more than a view of the object, by
    ///     `resource/subresource`;
    ///     `*/scale` stands for the scale of any resource, and `resource` alone for one that is not stored
    public Registry(
            Catalog catalog,
            Store store,
            ConsistentReads reads,
            WriteRules rules,
            Authorizer authorizer,
            ProtobufBodies protobuf,
            Function<GroupVersionKind, Schema> schemas,
            Function<ObjectAccess, Map<String, SubresourceAction>> actions) {
        this.catalog = catalog;
        this.decoder = new BodyDecoder(protobuf, catalog);
        this.reading = new Reading(store, reads);
        this.watching = new Watching(rules.env(), store, reads);
        this.transaction = new Transaction(store, reads, rules, authorizer);
        this.sharedWork = new SharedWork(rules.env());
        this.views = new Views(rules.env()::wallTime);
        this.now = rules.env()::wallTime;
        this.managedFields = rules.memory().managedFields();
        this.actions = Map.copyOf(actions.apply(new ObjectAccess(decoder, reading, transaction, schemas)));
    }

    @Override
    public Answer handle(Call call) {
        for (int attempt = 1; ; attempt++) {
            try {
                return answer(call);
            } catch (OutdatedException e) {
                if (attempt == ATTEMPTS) {
                    throw new ApiException(new ApiError.Timeout(Objects.requireNonNull(e.getMessage())));
                }
            }
        }
    }

    private Answer answer(Call call) {
        ServedResource resource = locate(call);
        Answer answer = answer(call, resource);
        return resource.strategy().traits().deprecation().map(answer::warning).orElse(answer);
    }

    private Answer answer(Call call, ServedResource resource) {
        if (!call.target().subresource().isEmpty()) {
            return subresource(call, resource);
        }
        SubresourceAction whole = actions.get(resource.storageName());
        if (whole != null) {
            return whole.handle(call, resource);
        }
        return switch (call.verb()) {
            case GET -> one(200, call, resource, reading.find(call, resource), List.of());
            case LIST -> views.list(call, resource, reading.list(call, resource));
            case WATCH -> new Answer.Stream(watching.watch(call, resource, views.stream(call, resource)), List.of());
            case CREATE -> create(call, resource);
            case UPDATE -> replace(call, resource, WriteKind.OBJECT);
            case PATCH -> patch(call, resource, WriteKind.OBJECT);
            case DELETE -> delete(call, resource);
            case DELETE_COLLECTION -> deleteCollection(call, resource);
        };
    }

    private ServedResource locate(Call call) {
        Target target = call.target();
        ServedResource resource = catalog.find(target.resource());
        boolean wellPlaced = resource != null
                && (resource.type().namespaced() || target.namespace().isEmpty());
        if (resource == null || !wellPlaced) {
            boolean own = catalog.builtIn(target.resource().group());
            throw new ApiException(own ? new ApiError.NoSuchPath() : new ApiError.NoSuchPage());
        }
        if (!target.subresource().isEmpty() && resource.type().subresource(target.subresource()) == null) {
            throw new ApiException(new ApiError.NoSuchPath());
        }
        boolean acrossNamespaces =
                resource.type().namespaced() && target.namespace().isEmpty();
        boolean allowed = resource.allows(call.verb(), target.subresource())
                && (!acrossNamespaces || call.verb() == Verb.LIST || call.verb() == Verb.WATCH);
        if (!allowed) {
            throw new ApiException(new ApiError.MethodNotAllowed());
        }
        return resource;
    }

    private Answer subresource(Call call, ServedResource resource) {
        String name = call.target().subresource();
        SubresourceAction action = actions.get(resource.storageName() + "/" + name);
        if (action == null) {
            action = actions.get("*/" + name);
        }
        if (action != null) {
            return action.handle(call, resource);
        }
        WriteKind change = WriteKind.ofPart(name).orElseThrow(() -> new ApiException(new ApiError.NoSuchPath()));
        return switch (call.verb()) {
            case GET -> one(200, call, resource, reading.find(call, resource), List.of());
            case UPDATE -> replace(call, resource, change);
            case PATCH -> patch(call, resource, change);
            case LIST, WATCH, CREATE, DELETE, DELETE_COLLECTION ->
                throw new ApiException(new ApiError.MethodNotAllowed());
        };
    }

    private Answer create(Call call, ServedResource resource) {
        WriteParameters parameters = WriteParameters.of(call, "CreateOptions");
        BodyDecoder.Decoded decoded = decode(call, resource, parameters);
        Written created = write(call, resource, parameters, new Intent.Create(decoded.object()));
        return one(call, resource, created, decoded.warnings());
    }

    private Answer replace(Call call, ServedResource resource, WriteKind part) {
        WriteParameters parameters = WriteParameters.of(call, "UpdateOptions");
        BodyDecoder.Decoded decoded = decode(call, resource, parameters);
        Placement.checkReplacement(call, resource, decoded.object());
        Written replaced = write(call, resource, parameters, new Intent.Replace(part, decoded.object()));
        return one(call, resource, replaced, decoded.warnings());
    }

    private Answer patch(Call call, ServedResource resource, WriteKind part) {
        WriteParameters parameters = WriteParameters.of(call, "PatchOptions");
        if (Patching.mediaType(call.body()).equals(PatchType.APPLY.mediaType())) {
            Applying declaration = Applying.of(call, resource, part, parameters, managedFields, now.get());
            Written applied = write(call, resource, parameters, new Intent.Apply(part, declaration));
            return one(call, resource, applied, List.of());
        }
        if (parameters.force().isPresent()) {
            throw new ApiException(new ApiError.Invalid(
                    new GroupVersionKind("meta.k8s.io", "v1", "PatchOptions"),
                    "",
                    List.of(FieldError.forbidden("force", "may not be specified for non-apply patch"))));
        }
        Patching patch = Patching.of(call, resource.kind(), resource.schema(), parameters.fieldValidation());
        Written patched = write(call, resource, parameters, new Intent.Patch(part, patch));
        return one(call, resource, patched, patch.warnings());
    }

    private Written write(Call call, ServedResource resource, WriteParameters parameters, Intent intent) {
        return transaction.run(WriteRequest.of(call, resource, parameters, intent));
    }

    private Answer delete(Call call, ServedResource resource) {
        DeleteParameters parameters = DeleteParameters.of(call, decoder);
        Key key = resource.key(call.target().namespace(), call.target().name());
        Written deleted = transaction.run(WriteRequest.ofDeletion(call, resource, key, parameters));
        if (deleted.effect() == Written.Effect.DELETED
                && resource.strategy().traits().deletionAnswer() == Traits.DeletionAnswer.STATUS) {
            return new Answer.Document(200, Deletion.success(resource, deleted.object()), List.of());
        }
        return one(call, resource, deleted, List.of());
    }

    private Answer deleteCollection(Call call, ServedResource resource) {
        DeleteParameters parameters = DeleteParameters.of(call, decoder);
        Reading.Page page = reading.list(call, resource);
        List<Stored> deleted = new ArrayList<>();
        page.items().forEachRemaining(deleted::add);
        sharedWork.forEach(deleted, object -> delete(call, resource, object.key(), parameters));
        return views.list(
                call,
                resource,
                new Reading.Page(page.revision(), deleted.iterator(), page.continueToken(), page.remaining()));
    }

    /// Nothing to do where somebody else was faster.
    private void delete(Call call, ServedResource resource, Key key, DeleteParameters parameters) {
        try {
            transaction.run(WriteRequest.ofDeletion(call, resource, key, parameters));
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }

    private BodyDecoder.Decoded decode(Call call, ServedResource resource, WriteParameters parameters) {
        return decoder.decode(call.body(), resource.kind(), resource.schema(), parameters.fieldValidation());
    }

    private Answer one(Call call, ServedResource resource, Written written, List<String> decoding) {
        int code = written.effect() == Written.Effect.CREATED ? 201 : 200;
        return one(code, call, resource, written.object(), written.warningsAfter(decoding));
    }

    private Answer one(int code, Call call, ServedResource resource, Stored stored, List<String> warnings) {
        if (stored.revision() == 0) { // A dry run: there is no revision to tell.
            JsonObject object =
                    CompactReader.object(views.object(resource).of(stored).filled());
            object.child("metadata").remove("resourceVersion");
            return new Answer.Document(code, object, warnings);
        }
        if (call.representation() == Representation.OBJECT) {
            return new Answer.One(code, views.object(resource).of(stored), warnings);
        }
        return views.one(code, call, resource, stored, warnings);
    }
}
