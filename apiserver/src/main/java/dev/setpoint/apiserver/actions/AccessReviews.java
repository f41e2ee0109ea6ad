package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.selector.FieldSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// SubjectAccessReview, LocalSubjectAccessReview and SelfSubjectAccessReview: may somebody, or may I?
public final class AccessReviews implements SubresourceAction {
    /// Kubernetes names no kind when it refuses a review.
    private static final GroupVersionKind NAMELESS = new GroupVersionKind("authorization.k8s.io", "v1", "");

    private final ObjectAccess objects;
    private final Authorizer authorizer;

    public AccessReviews(ObjectAccess objects, Authorizer authorizer) {
        this.objects = objects;
        this.authorizer = authorizer;
    }

    @Override
    public Answer handle(Call call, ServedResource resource) {
        JsonObject review = objects.decode(call, resource.kind());
        String kind = resource.kind().kind();
        boolean self = kind.startsWith("Self");
        boolean local = kind.startsWith("Local");
        JsonObject spec = review.child("spec");
        check(spec, self);
        if (local) {
            placeInNamespace(call, review, spec);
        }
        User user = self ? call.user() : user(spec);
        Authorizer.Decision decision = authorizer.decide(attributes(user, spec));
        JsonObject status = new JsonObject().put("allowed", decision instanceof Authorizer.Decision.Allowed);
        if (!decision.reason().isEmpty()) {
            status.put("reason", decision.reason());
        }
        return answer(resource, review.put("status", status));
    }

    static Answer answer(ServedResource resource, JsonObject review) {
        JsonObject answer = new JsonObject()
                .put("kind", resource.kind().kind())
                .put("apiVersion", resource.kind().groupVersion().toString())
                .put("metadata", review.child("metadata"));
        review.forEach(answer::putIfAbsent);
        return new Answer.Document(201, answer, List.of());
    }

    private static void check(JsonObject spec, boolean self) {
        List<FieldError> errors = new ArrayList<>();
        JsonObject path = spec.object("nonResourceAttributes");
        boolean resource = spec.object("resourceAttributes") != null;
        if (resource && path != null) {
            JsonObject shown =
                    new JsonObject().put("Path", path.textOr("path", "")).put("Verb", path.textOr("verb", ""));
            errors.add(FieldError.invalid(
                    "spec.nonResourceAttributes",
                    shown.toString(),
                    "cannot be specified in combination with resourceAttributes"));
        }
        if (!resource && path == null) {
            errors.add(FieldError.invalid(
                    "spec.resourceAttributes",
                    "null",
                    "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
        }
        if (!self && spec.textOr("user", "").isEmpty() && texts(spec, "groups").isEmpty()) {
            errors.add(FieldError.invalid("spec.user", "\"\"", "at least one of user or group must be specified"));
        }
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(NAMELESS, "", errors));
        }
    }

    private static void placeInNamespace(Call call, JsonObject review, JsonObject spec) {
        String namespace = call.target().namespace();
        JsonObject attributes = spec.object("resourceAttributes");
        List<FieldError> errors = new ArrayList<>();
        if (attributes == null) {
            errors.add(FieldError.invalid(
                    "spec.nonResourceAttributes",
                    spec.child("nonResourceAttributes").toString(),
                    "disallowed on this kind of request"));
        } else if (!attributes.textOr("namespace", "").equals(namespace)) {
            errors.add(FieldError.invalid(
                    "spec.resourceAttributes.namespace",
                    JsonValue.of(attributes.textOr("namespace", "")).toString(),
                    "must match metadata.namespace"));
        }
        if (!errors.isEmpty()) {
            throw new ApiException(new ApiError.Invalid(NAMELESS, "", errors));
        }
        review.child("metadata").put("namespace", namespace);
    }

    private static User user(JsonObject spec) {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        JsonObject given = spec.object("extra");
        if (given != null) {
            given.names().forEach(key -> extra.put(key, texts(given, key)));
        }
        return new User(spec.textOr("user", ""), spec.textOr("uid", ""), texts(spec, "groups"), extra);
    }

    private static Attributes attributes(User user, JsonObject spec) {
        JsonObject path = spec.object("nonResourceAttributes");
        if (path != null) {
            return new Attributes.OfPath(user, path.textOr("verb", ""), path.textOr("path", ""));
        }
        JsonObject asked = spec.child("resourceAttributes");
        return new Attributes.OfResource(
                user,
                asked.textOr("verb", ""),
                asked.textOr("group", ""),
                asked.textOr("resource", ""),
                asked.textOr("subresource", ""),
                asked.textOr("namespace", ""),
                asked.textOr("name", ""),
                selector(asked));
    }

    private static FieldSelector selector(JsonObject attributes) {
        JsonObject selector = attributes.object("fieldSelector");
        String raw = selector == null ? "" : selector.textOr("rawSelector", "");
        try {
            return raw.isEmpty() ? FieldSelector.EVERYTHING : FieldSelector.parse(raw);
        } catch (MalformedSelectorException e) {
            return FieldSelector.EVERYTHING; // Which needs the greater right.
        }
    }

    static List<String> texts(JsonObject json, String field) {
        JsonArray values = json.array(field);
        return values == null ? List.of() : values.texts();
    }
}
