package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.apiserver.registry.catalog.Catalog;
import dev.setpoint.apiserver.registry.catalog.OutdatedException;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.read.Reading;
import dev.setpoint.apiserver.registry.read.SelectionParser;
import dev.setpoint.apiserver.registry.view.Views;
import dev.setpoint.apiserver.registry.watch.Watching;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.apiserver.registry.write.Advice;
import dev.setpoint.apiserver.registry.write.Applying;
import dev.setpoint.apiserver.registry.write.BodyDecoder;
import dev.setpoint.apiserver.registry.write.Creation;
import dev.setpoint.apiserver.registry.write.DeleteParameters;
import dev.setpoint.apiserver.registry.write.Deletion;
import dev.setpoint.apiserver.registry.write.Fencing;
import dev.setpoint.apiserver.registry.write.ObjectWriter;
import dev.setpoint.apiserver.registry.write.Patching;
import dev.setpoint.apiserver.registry.write.ProtobufBodies;
import dev.setpoint.apiserver.registry.write.SharedWork;
import dev.setpoint.apiserver.registry.write.Update;
import dev.setpoint.apiserver.registry.write.WriteKind;
import dev.setpoint.apiserver.registry.write.WriteParameters;
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
import dev.setpoint.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Answers every call about a resource, from a caller who may: finds the resource, and hands the call to the code for
/// the verb.
public final class Registry implements Pipeline {
    public static final GroupResource NAMESPACES = new GroupResource("", "namespaces");

    /// How often a request begins anew because the definition of its resource changed under it.
    private static final int ATTEMPTS = 5;

    private final Catalog catalog;
    private final Authorizer authorizer;
    private final Map<String, SubresourceAction> actions;
    private final BodyDecoder decoder;
    private final Reading reading;
    private final Watching watching;
    private final Creation creation;
    private final Update update;
    private final Deletion deletion;
    private final SharedWork sharedWork;
    private final Views views;
    private final Supplier<Instant> now;

    /// @param actions what the subresources do that are more than a view of the object, by
    ///     `resource/subresource`;
    ///     `*/scale` stands for the scale of any resource, and `resource` alone for one that is not stored
    public Registry(
            Catalog catalog,
            Store store,
            ObjectWriter writer,
            Authorizer authorizer,
            AdmissionPlugin admission,
            ProtobufBodies protobuf,
            Function<GroupVersionKind, Schema> schemas,
            Function<ObjectAccess, Map<String, SubresourceAction>> actions) {
        this.catalog = catalog;
        this.authorizer = authorizer;
        this.decoder = new BodyDecoder(protobuf, catalog);
        SelectionParser selections = new SelectionParser();
        this.reading = new Reading(store, selections);
        this.watching = new Watching(writer.env(), store, selections);
        this.creation = new Creation(writer, admission);
        this.update = new Update(writer, admission);
        this.deletion = new Deletion(writer, admission);
        this.sharedWork = new SharedWork(writer.env());
        this.views = new Views(writer.env()::wallTime);
        this.now = writer.env()::wallTime;
        this.actions = Map.copyOf(actions.apply(new ObjectAccess(decoder, reading, update, deletion, schemas)));
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
        Answer answer = Fencing.with(call.fence(), () -> answer(call, resource));
        return resource.strategy().deprecation().map(answer::warning).orElse(answer);
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
        return created(call, resource, decoded, parameters);
    }

    private Answer created(
            Call call, ServedResource resource, BodyDecoder.Decoded decoded, WriteParameters parameters) {
        Advice advice = new Advice();
        Stored created = creation.create(call, resource, decoded.object(), parameters, false, advice);
        return one(201, call, resource, created, advice.after(decoded.warnings()));
    }

    private Answer replace(Call call, ServedResource resource, WriteKind change) {
        WriteParameters parameters = WriteParameters.of(call, "UpdateOptions");
        BodyDecoder.Decoded decoded = decode(call, resource, parameters);
        checkName(call, resource, decoded.object());
        if (change == WriteKind.OBJECT && resource.strategy().allowsCreateOnUpdate() && !exists(call, resource)) {
            authorizer.require(Attributes.toCreate(call));
            return created(call, resource, decoded, parameters);
        }
        Advice advice = new Advice();
        Stored updated = update.update(
                call, resource, change, parameters, current -> decoded.object().copy(), advice);
        return one(200, call, resource, updated, advice.after(decoded.warnings()));
    }

    private Answer patch(Call call, ServedResource resource, WriteKind change) {
        WriteParameters parameters = WriteParameters.of(call, "PatchOptions");
        if (Patching.mediaType(call.body()).equals(PatchType.APPLY.mediaType())) {
            return apply(call, resource, change, parameters);
        }
        if (parameters.force().isPresent()) {
            throw new ApiException(new ApiError.Invalid(
                    new GroupVersionKind("meta.k8s.io", "v1", "PatchOptions"),
                    "",
                    List.of(FieldError.forbidden("force", "may not be specified for non-apply patch"))));
        }
        Patching patching = Patching.of(call, resource.kind(), resource.schema(), parameters.fieldValidation());
        UnaryOperator<JsonObject> staying = current -> {
            JsonObject proposed = patching.apply(current);
            checkPlace(call, resource, proposed.child("metadata"));
            return proposed;
        };
        Advice advice = new Advice();
        Stored patched = update.update(call, resource, change, parameters, staying, advice);
        return one(200, call, resource, patched, advice.after(patching.warnings()));
    }

    private Answer apply(Call call, ServedResource resource, WriteKind change, WriteParameters parameters) {
        Applying applying = Applying.of(call, resource, change, parameters, now.get());
        Advice advice = new Advice();
        if (change == WriteKind.OBJECT && !exists(call, resource)) {
            authorizer.require(Attributes.toCreate(call));
            Stored created = creation.create(call, resource, applying.asNewObject(), parameters, true, advice);
            return one(201, call, resource, created, advice.after(List.of()));
        }
        Stored applied = update.update(call, resource, change, parameters, applying, advice);
        return one(200, call, resource, applied, advice.after(List.of()));
    }

    private Answer delete(Call call, ServedResource resource) {
        DeleteParameters parameters = DeleteParameters.of(call, decoder);
        var key = resource.key(call.target().namespace(), call.target().name());
        Deletion.Outcome outcome = deletion.delete(call.user(), resource, key, parameters);
        if (outcome.gone() && !resource.strategy().returnsDeletedObject()) {
            return new Answer.Document(200, Deletion.success(resource, outcome.object()), List.of());
        }
        return one(200, call, resource, outcome.object(), List.of());
    }

    private Answer deleteCollection(Call call, ServedResource resource) {
        DeleteParameters parameters = DeleteParameters.of(call, decoder);
        Reading.Page page = reading.list(call, resource);
        List<Stored> deleted = new ArrayList<>();
        page.items().forEachRemaining(deleted::add);
        sharedWork.forEach(
                deleted, object -> Fencing.with(call.fence(), () -> delete(call, resource, object, parameters)));
        return views.list(
                call,
                resource,
                new Reading.Page(page.revision(), deleted.iterator(), page.continueToken(), page.remaining()));
    }

    /// Nothing to do where somebody else was faster.
    private boolean delete(Call call, ServedResource resource, Stored object, DeleteParameters parameters) {
        try {
            deletion.delete(call.user(), resource, object.key(), parameters);
            return true;
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.NotFound) {
                return false;
            }
            throw e;
        }
    }

    private BodyDecoder.Decoded decode(Call call, ServedResource resource, WriteParameters parameters) {
        return decoder.decode(call.body(), resource.kind(), resource.schema(), parameters.fieldValidation());
    }

    private boolean exists(Call call, ServedResource resource) {
        return reading.exists(
                resource.key(call.target().namespace(), call.target().name()));
    }

    /// A patch cannot move an object.
    private static void checkPlace(Call call, ServedResource resource, JsonObject metadata) {
        String name = metadata.textOr("name", "");
        if (!name.equals(call.target().name())) {
            throw new ApiException(new ApiError.BadRequest("the name of the object (" + name
                    + ") does not match the name on the URL (" + call.target().name() + ")"));
        }
        if (resource.type().namespaced()
                && !metadata.textOr("namespace", "").equals(call.target().namespace())) {
            throw new ApiException(new ApiError.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request"));
        }
    }

    private static void checkName(Call call, ServedResource resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        String name = metadata.textOr("name", "");
        if (!name.equals(call.target().name())) {
            throw new ApiException(new ApiError.BadRequest(
                    name.isEmpty()
                            ? "name must be provided"
                            : "the name of the object (" + name + ") does not match the name on the URL ("
                                    + call.target().name() + ")"));
        }
        String namespace = metadata.textOr("namespace", "");
        if (resource.type().namespaced()
                && !namespace.isEmpty()
                && !namespace.equals(call.target().namespace())) {
            throw new ApiException(new ApiError.BadRequest(
                    "the namespace of the object (" + namespace + ") does not match the namespace on the request ("
                            + call.target().namespace() + ")"));
        }
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
