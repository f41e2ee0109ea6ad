package dev.setpoint.apiserver.inprocess;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.LivingEvents;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Cause;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Fence;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.RequestParameters;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Calls the pipeline as a given user. Every call is a point at which a simulation may switch to somebody
/// else.
public final class InProcessClient implements Client {
    private static final Logger log = LoggerFactory.getLogger(InProcessClient.class);
    private static final String JSON = "application/json";

    private final Env env;
    private final Pipeline pipeline;
    private final User user;
    private final String userAgent;

    private final Optional<Fence> fence;

    private final DecodedObjects decoded;

    /// @param env of the process that calls
    /// @param decoded of the API server behind the pipeline
    public InProcessClient(Env env, Pipeline pipeline, User user, String userAgent, DecodedObjects decoded) {
        this(env, pipeline, user, userAgent, decoded, Optional.empty());
    }

    private InProcessClient(
            Env env, Pipeline pipeline, User user, String userAgent, DecodedObjects decoded, Optional<Fence> fence) {
        this.env = env;
        this.pipeline = pipeline;
        this.user = user;
        this.userAgent = userAgent;
        this.decoded = decoded;
        this.fence = fence;
    }

    @Override
    public InProcessClient fenced(Fence newFence) {
        return new InProcessClient(env, pipeline, user, userAgent, decoded, Optional.of(newFence));
    }

    @Override
    public DecodedObjects decoded() {
        return decoded;
    }

    @Override
    public Stored get(Target target) {
        return object(target, call(Verb.GET, target, Map.of(), CallBody.None.NONE));
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        Answer answer = call(Verb.LIST, collection, RequestParameters.of(options), CallBody.None.NONE);
        if (!(answer instanceof Answer.Many many)) {
            throw new IllegalStateException("a list answered with " + answer);
        }
        List<Stored> items = new ArrayList<>();
        many.items().forEachRemaining(items::add);
        JsonObject metadata = metadata(many);
        return new ObjectList(
                Long.parseLong(metadata.textOr("resourceVersion", "0")), items, metadata.textOr("continue", ""));
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        Answer answer = call(Verb.WATCH, collection, RequestParameters.of(options), CallBody.None.NONE);
        if (!(answer instanceof Answer.Stream stream)) {
            throw new IllegalStateException("a watch answered with " + answer);
        }
        return new InProcessWatch(stream.events());
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        return object(
                target, call(Verb.CREATE, target, RequestParameters.of(options), body(body, JSON), options.run()));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return object(
                target, call(Verb.UPDATE, target, RequestParameters.of(options), body(body, JSON), options.run()));
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        return object(
                target,
                call(Verb.PATCH, target, RequestParameters.of(options), body(body, type.mediaType()), options.run()));
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        call(Verb.DELETE, target, Map.of(), deleteBody(options), options.run());
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        call(
                Verb.DELETE_COLLECTION,
                collection,
                RequestParameters.ofSelection(selection),
                deleteBody(options),
                options.run());
    }

    private Answer call(Verb verb, Target target, Map<String, List<String>> query, CallBody body) {
        return call(verb, target, query, body, Optional.empty());
    }

    private Answer call(
            Verb verb, Target target, Map<String, List<String>> query, CallBody body, Optional<Cause.Run> run) {
        Call plain = Call.inside(env, user, verb, target, body, userAgent).withParameters(query);
        Call fenced = fence.map(plain::fencedBy).orElse(plain);
        Call call = run.map(fenced::during).orElse(fenced);
        env.giveWay();
        try {
            return ended(call);
        } catch (ApiException e) {
            if (e.error() instanceof ApiError.Forbidden) {
                // Whoever runs in here was given its rights by us: that they do not suffice must not go unnoticed.
                log.warn("{} of this process was refused: {}", userAgent, e.getMessage());
            }
            throw e;
        } finally {
            env.giveWay();
        }
    }

    /// A call ends with its answer, but for a watch, which ends with its stream.
    private Answer ended(Call call) {
        boolean goesOn = false;
        try {
            Answer answer = pipeline.handle(call);
            goesOn = answer instanceof Answer.Stream;
            return answer instanceof Answer.Stream(var events, var warnings)
                    ? new Answer.Stream(new LivingEvents(events, call.life()), warnings)
                    : answer;
        } finally {
            if (!goesOn) {
                call.life().end();
            }
        }
    }

    private static Stored object(Target target, Answer answer) {
        return switch (answer) {
            case Answer.One(var _, Stored object, var _) -> object;
            case Answer.Document(var _, JsonObject json, var _) ->
                new Stored(
                        new Key(target.resource().groupResource().toString(), target.namespace(), target.name()),
                        0,
                        Header.EMPTY,
                        JsonWriter.bytes(json),
                        -1);
            case Answer.Many _, Answer.Stream _, Answer.Text _, Answer.Page _, Answer.Duplex _ ->
                throw new IllegalStateException("one object was asked for, not " + answer);
        };
    }

    private static JsonObject metadata(Answer.Many many) {
        byte[] whole = new byte[many.head().length + many.tail().length];
        System.arraycopy(many.head(), 0, whole, 0, many.head().length);
        System.arraycopy(many.tail(), 0, whole, many.head().length, many.tail().length);
        return JsonReader.object(whole).child("metadata");
    }

    private static CallBody body(Body body, String mediaType) {
        return switch (body) {
            case Body.Tree(var json) -> new CallBody.Tree(mediaType, json);
            case Body.Encoded(byte[] json) -> new CallBody.Bytes(mediaType, json);
        };
    }

    private static CallBody deleteBody(DeleteOptions options) {
        return new CallBody.Tree(JSON, options.toJson());
    }
}
