package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.apiserver.pipeline.Response;
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

/// Answers every request for a resource: finds it, asks whether the caller may, and hands it to the code
/// for the verb.
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
    public Response handle(Request request) {
        for (int attempt = 1; ; attempt++) {
            try {
                return answer(request);
            } catch (OutdatedException e) {
                if (attempt == ATTEMPTS) {
                    throw new ApiException(new ApiError.Timeout(Objects.requireNonNull(e.getMessage())));
                }
            }
        }
    }

    private Response answer(Request request) {
        authorizer.require(Attributes.of(request)); // First: whoever may not ask learns nothing, not even of a path.
        ServedResource resource = locate(request);
        Response response = Fencing.with(request.fence(), () -> answer(request, resource));
        return resource.strategy().deprecation().map(response::warning).orElse(response);
    }

    private Response answer(Request request, ServedResource resource) {
        if (!request.target().subresource().isEmpty()) {
            return subresource(request, resource);
        }
        SubresourceAction whole = actions.get(resource.storageName());
        if (whole != null) {
            return whole.handle(request, resource);
        }
        return switch (request.verb()) {
            case GET -> one(200, request, resource, reading.find(request, resource), List.of());
            case LIST -> views.list(request, resource, reading.list(request, resource));
            case WATCH ->
                new Response.Stream(watching.watch(request, resource, views.stream(request, resource)), List.of());
            case CREATE -> create(request, resource);
            case UPDATE -> replace(request, resource, WriteKind.OBJECT);
            case PATCH -> patch(request, resource, WriteKind.OBJECT);
            case DELETE -> delete(request, resource);
            case DELETE_COLLECTION -> deleteCollection(request, resource);
        };
    }

    private ServedResource locate(Request request) {
        Target target = request.target();
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
        boolean allowed = resource.allows(request.verb(), target.subresource())
                && (!acrossNamespaces || request.verb() == Verb.LIST || request.verb() == Verb.WATCH);
        if (!allowed) {
            throw new ApiException(new ApiError.MethodNotAllowed());
        }
        return resource;
    }

    private Response subresource(Request request, ServedResource resource) {
        String name = request.target().subresource();
        SubresourceAction action = actions.get(resource.storageName() + "/" + name);
        if (action == null) {
            action = actions.get("*/" + name);
        }
        if (action != null) {
            return action.handle(request, resource);
        }
        WriteKind change = WriteKind.ofPart(name).orElseThrow(() -> new ApiException(new ApiError.NoSuchPath()));
        return switch (request.verb()) {
            case GET -> one(200, request, resource, reading.find(request, resource), List.of());
            case UPDATE -> replace(request, resource, change);
            case PATCH -> patch(request, resource, change);
            case LIST, WATCH, CREATE, DELETE, DELETE_COLLECTION ->
                throw new ApiException(new ApiError.MethodNotAllowed());
        };
    }

    private Response create(Request request, ServedResource resource) {
        WriteParameters parameters = WriteParameters.of(request, "CreateOptions");
        BodyDecoder.Decoded decoded = decode(request, resource, parameters);
        return created(request, resource, decoded, parameters);
    }

    private Response created(
            Request request, ServedResource resource, BodyDecoder.Decoded decoded, WriteParameters parameters) {
        Advice advice = new Advice();
        Stored created = creation.create(request, resource, decoded.object(), parameters, false, advice);
        return one(201, request, resource, created, advice.after(decoded.warnings()));
    }

    private Response replace(Request request, ServedResource resource, WriteKind change) {
        WriteParameters parameters = WriteParameters.of(request, "UpdateOptions");
        BodyDecoder.Decoded decoded = decode(request, resource, parameters);
        checkName(request, resource, decoded.object());
        if (change == WriteKind.OBJECT && resource.strategy().allowsCreateOnUpdate() && !exists(request, resource)) {
            return created(request, resource, decoded, parameters);
        }
        Advice advice = new Advice();
        Stored updated = update.update(
                request,
                resource,
                change,
                parameters,
                current -> decoded.object().copy(),
                advice);
        return one(200, request, resource, updated, advice.after(decoded.warnings()));
    }

    private Response patch(Request request, ServedResource resource, WriteKind change) {
        WriteParameters parameters = WriteParameters.of(request, "PatchOptions");
        if (Patching.mediaType(request.body()).equals(PatchType.APPLY.mediaType())) {
            return apply(request, resource, change, parameters);
        }
        if (parameters.force().isPresent()) {
            throw new ApiException(new ApiError.Invalid(
                    new GroupVersionKind("meta.k8s.io", "v1", "PatchOptions"),
                    "",
                    List.of(FieldError.forbidden("force", "may not be specified for non-apply patch"))));
        }
        Patching patching = Patching.of(request, resource.kind(), resource.schema(), parameters.fieldValidation());
        UnaryOperator<JsonObject> staying = current -> {
            JsonObject proposed = patching.apply(current);
            checkPlace(request, resource, proposed.child("metadata"));
            return proposed;
        };
        Advice advice = new Advice();
        Stored patched = update.update(request, resource, change, parameters, staying, advice);
        return one(200, request, resource, patched, advice.after(patching.warnings()));
    }

    private Response apply(Request request, ServedResource resource, WriteKind change, WriteParameters parameters) {
        Applying applying = Applying.of(request, resource, change, parameters, now.get());
        Advice advice = new Advice();
        if (change == WriteKind.OBJECT && !exists(request, resource)) {
            Stored created = creation.create(request, resource, applying.asNewObject(), parameters, true, advice);
            return one(201, request, resource, created, advice.after(List.of()));
        }
        Stored applied = update.update(request, resource, change, parameters, applying, advice);
        return one(200, request, resource, applied, advice.after(List.of()));
    }

    private Response delete(Request request, ServedResource resource) {
        DeleteParameters parameters = DeleteParameters.of(request, decoder);
        var key = resource.key(request.target().namespace(), request.target().name());
        Deletion.Outcome outcome = deletion.delete(request.user(), resource, key, parameters);
        if (outcome.gone() && !resource.strategy().returnsDeletedObject()) {
            return new Response.Document(200, Deletion.success(resource, outcome.object()), List.of());
        }
        return one(200, request, resource, outcome.object(), List.of());
    }

    private Response deleteCollection(Request request, ServedResource resource) {
        DeleteParameters parameters = DeleteParameters.of(request, decoder);
        Reading.Page page = reading.list(request, resource);
        List<Stored> deleted = new ArrayList<>();
        page.items().forEachRemaining(deleted::add);
        sharedWork.forEach(
                deleted, object -> Fencing.with(request.fence(), () -> delete(request, resource, object, parameters)));
        return views.list(
                request,
                resource,
                new Reading.Page(page.revision(), deleted.iterator(), page.continueToken(), page.remaining()));
    }

    /// Nothing to do where somebody else was faster.
    private boolean delete(Request request, ServedResource resource, Stored object, DeleteParameters parameters) {
        try {
            deletion.delete(request.user(), resource, object.key(), parameters);
            return true;
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.NotFound) {
                return false;
            }
            throw e;
        }
    }

    private BodyDecoder.Decoded decode(Request request, ServedResource resource, WriteParameters parameters) {
        return decoder.decode(request.body(), resource.kind(), resource.schema(), parameters.fieldValidation());
    }

    private boolean exists(Request request, ServedResource resource) {
        return reading.exists(
                resource.key(request.target().namespace(), request.target().name()));
    }

    /// A patch cannot move an object.
    private static void checkPlace(Request request, ServedResource resource, JsonObject metadata) {
        String name = metadata.textOr("name", "");
        if (!name.equals(request.target().name())) {
            throw new ApiException(
                    new ApiError.BadRequest("the name of the object (" + name + ") does not match the name on the URL ("
                            + request.target().name() + ")"));
        }
        if (resource.type().namespaced()
                && !metadata.textOr("namespace", "").equals(request.target().namespace())) {
            throw new ApiException(new ApiError.BadRequest(
                    "the namespace of the provided object does not match the namespace sent on the request"));
        }
    }

    private static void checkName(Request request, ServedResource resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        String name = metadata.textOr("name", "");
        if (!name.equals(request.target().name())) {
            throw new ApiException(new ApiError.BadRequest(
                    name.isEmpty()
                            ? "name must be provided"
                            : "the name of the object (" + name + ") does not match the name on the URL ("
                                    + request.target().name() + ")"));
        }
        String namespace = metadata.textOr("namespace", "");
        if (resource.type().namespaced()
                && !namespace.isEmpty()
                && !namespace.equals(request.target().namespace())) {
            throw new ApiException(new ApiError.BadRequest(
                    "the namespace of the object (" + namespace + ") does not match the namespace on the request ("
                            + request.target().namespace() + ")"));
        }
    }

    private Response one(int code, Request request, ServedResource resource, Stored stored, List<String> warnings) {
        if (stored.revision() == 0) { // A dry run: there is no revision to tell.
            JsonObject object =
                    CompactReader.object(views.object(resource).of(stored).filled());
            object.child("metadata").remove("resourceVersion");
            return new Response.Document(code, object, warnings);
        }
        if (request.representation() == Representation.OBJECT) {
            return new Response.One(code, views.object(resource).of(stored), warnings);
        }
        return views.one(code, request, resource, stored, warnings);
    }
}
