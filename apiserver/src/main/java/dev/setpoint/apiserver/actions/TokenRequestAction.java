package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.authn.TokenClaims;
import dev.setpoint.apiserver.authn.TokenClaims.Bound;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.NewObjects;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.store.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// `serviceaccounts/token`: issues a token, bound to a pod, a secret or a node if the caller says so.
public final class TokenRequestAction implements SubresourceAction {
    private static final GroupVersionKind KIND = new GroupVersionKind("authentication.k8s.io", "v1", "TokenRequest");
    private static final long DEFAULT_SECONDS = 3600;
    private static final long LEAST_SECONDS = 600;
    private static final long MOST_SECONDS = 1L << 32;
    /// What a kubelet asks for when a pod says nothing. Programs that read their token once and never again
    /// get a year; the claim `warnafter` tells that they should have looked.
    private static final long UNASKED_SECONDS = 3607;

    private static final Duration EXTENDED = Duration.ofDays(365);

    private final Env env;
    private final ObjectAccess objects;
    private final Supplier<Snapshot> newest;
    private final ServiceAccountTokens tokens;

    public TokenRequestAction(Env env, ObjectAccess objects, Supplier<Snapshot> newest, ServiceAccountTokens tokens) {
        this.env = env;
        this.objects = objects;
        this.newest = newest;
        this.tokens = tokens;
    }

    /// What a token is bound to beside its account.
    private record Binding(Optional<Bound> pod, Optional<Bound> secret, Optional<Bound> node) {}

    @Override
    public Answer handle(Call call, ServedResource accounts) {
        JsonObject asked = objects.decode(call, KIND);
        JsonObject spec = asked.child("spec");
        long seconds = spec.integerOr("expirationSeconds", DEFAULT_SECONDS);
        check(seconds);
        Stored account = objects.find(call, accounts);
        String namespace = account.key().namespace();
        List<String> given = AccessReviews.texts(spec, "audiences");
        List<String> audiences = given.isEmpty() ? List.of(ServiceAccountTokens.ISSUER) : given;
        JsonObject reference = spec.object("boundObjectRef");
        Binding binding = reference == null
                ? new Binding(Optional.empty(), Optional.empty(), Optional.empty())
                : bind(reference, namespace, account.key().name());
        Instant now = env.wallTime().truncatedTo(ChronoUnit.SECONDS);
        boolean extended = seconds == UNASKED_SECONDS
                && binding.pod().isPresent()
                && audiences.contains(ServiceAccountTokens.ISSUER);
        Instant nominal = now.plusSeconds(seconds);
        String token = tokens.sign(new TokenClaims(
                NewObjects.uid(env),
                namespace,
                new Bound(account.key().name(), account.header().uid()),
                audiences,
                now,
                extended ? now.plus(EXTENDED) : nominal,
                extended ? Optional.of(nominal) : Optional.empty(),
                binding.pod(),
                binding.secret(),
                binding.node()));
        JsonObject answer = new JsonObject()
                .put("kind", KIND.kind())
                .put("apiVersion", KIND.groupVersion().toString())
                .put(
                        "metadata",
                        new JsonObject()
                                .put("name", account.key().name())
                                .put("namespace", namespace)
                                .put("uid", account.header().uid())
                                .put("creationTimestamp", Timestamps.seconds(now)))
                .put(
                        "spec",
                        new JsonObject()
                                .put("audiences", JsonArray.ofTexts(audiences))
                                .put("expirationSeconds", seconds)
                                .put("boundObjectRef", reference == null ? JsonValue.JsonNull.NULL : reference))
                .put(
                        "status",
                        new JsonObject().put("token", token).put("expirationTimestamp", Timestamps.seconds(nominal)));
        return new Answer.Document(201, answer, List.of());
    }

    private static void check(long seconds) {
        String mistake = seconds < LEAST_SECONDS
                ? "may not specify a duration less than 10 minutes"
                : seconds > MOST_SECONDS ? "may not specify a duration larger than 2^32 seconds" : "";
        if (!mistake.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(
                    KIND, "", List.of(FieldError.invalid("spec.expirationSeconds", Long.toString(seconds), mistake))));
        }
    }

    private Binding bind(JsonObject reference, String namespace, String account) {
        Snapshot snapshot = newest.get();
        String kind = reference.textOr("kind", "");
        String version = reference.textOr("apiVersion", "");
        return switch (version.equals("v1") ? kind : "") {
            case "Pod" -> bindToPod(snapshot, reference, namespace, account);
            case "Secret" ->
                new Binding(
                        Optional.empty(),
                        Optional.of(bound(find(snapshot, reference, "secrets", namespace))),
                        Optional.empty());
            case "Node" ->
                new Binding(
                        Optional.empty(), Optional.empty(), Optional.of(bound(find(snapshot, reference, "nodes", ""))));
            default ->
                throw new ApiException(
                        new ApiError.BadRequest("cannot bind token to object of type " + shown(version, kind)));
        };
    }

    private Binding bindToPod(Snapshot snapshot, JsonObject reference, String namespace, String account) {
        Stored pod = find(snapshot, reference, "pods", namespace);
        JsonObject spec = objects.tree(pod).child("spec");
        if (!spec.textOr("serviceAccountName", "").equals(account)) {
            throw new ApiException(new ApiError.BadRequest("cannot bind token for serviceaccount \"" + account
                    + "\" to pod running with different serviceaccount name."));
        }
        String node = spec.textOr("nodeName", "");
        // A pod may be bound to a node that is not there yet: then the token names it without a uid.
        Optional<Bound> host = node.isEmpty()
                ? Optional.empty()
                : Optional.of(new Bound(
                        node,
                        snapshot.find(new Key("nodes", "", node))
                                .map(found -> found.header().uid())
                                .orElse("")));
        return new Binding(Optional.of(bound(pod)), Optional.empty(), host);
    }

    private static Stored find(Snapshot snapshot, JsonObject reference, String resource, String namespace) {
        String name = reference.textOr("name", "");
        Stored found = snapshot.find(new Key(resource, namespace, name))
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(new GroupResource("", resource), name)));
        String uid = reference.textOr("uid", "");
        if (!uid.isEmpty() && !uid.equals(found.header().uid())) {
            throw new ApiException(new ApiError.Conflict(
                    new GroupResource("", reference.textOr("kind", "")),
                    name,
                    "the UID in the bound object reference (" + uid + ") does not match the UID in record. The object"
                            + " might have been deleted and then recreated"));
        }
        return found;
    }

    private static Bound bound(Stored object) {
        return new Bound(object.key().name(), object.header().uid());
    }

    private static String shown(String version, String kind) {
        GroupVersionKind type = GroupVersionKind.of(version, kind);
        return type.group() + "/" + type.version() + ", Kind=" + kind;
    }
}
