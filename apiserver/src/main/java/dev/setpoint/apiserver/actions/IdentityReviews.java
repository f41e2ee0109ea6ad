package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.authn.TokenChecker;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.util.List;
import java.util.TreeMap;

/// SelfSubjectReview and TokenReview: who am I, and whose token is this?
public final class IdentityReviews {
    private IdentityReviews() {}

    public static SubresourceAction self(Env env, ObjectAccess objects) {
        return (call, resource) -> {
            JsonObject review = objects.decode(call, resource.kind());
            review.child("metadata").put("creationTimestamp", Timestamps.seconds(env.wallTime()));
            return AccessReviews.answer(
                    resource, review.put("status", new JsonObject().put("userInfo", userInfo(call.user()))));
        };
    }

    public static SubresourceAction token(ObjectAccess objects, TokenChecker tokens) {
        return (call, resource) -> review(call, resource, objects, tokens);
    }

    private static Answer review(Call call, ServedResource resource, ObjectAccess objects, TokenChecker tokens) {
        JsonObject review = objects.decode(call, resource.kind());
        JsonObject spec = review.child("spec");
        String token = spec.textOr("token", "");
        if (token.isEmpty()) {
            throw new ApiException(new ApiError.BadRequest("token is required for TokenReview in authentication"));
        }
        List<String> wanted = AccessReviews.texts(spec, "audiences");
        JsonObject status = switch (tokens.check(token, wanted.isEmpty() ? tokens.ownAudiences() : wanted)) {
            case TokenChecker.Outcome.Good(var user, var audiences, var _) ->
                new JsonObject()
                        .put("authenticated", true)
                        .put("user", userInfo(user))
                        .put("audiences", JsonArray.ofTexts(audiences));
            case TokenChecker.Outcome.Bad(var why) ->
                new JsonObject().put("user", new JsonObject()).put("error", why);
        };
        return AccessReviews.answer(resource, review.put("status", status));
    }

    private static JsonObject userInfo(User user) {
        JsonObject info = new JsonObject().put("username", user.name());
        if (!user.uid().isEmpty()) {
            info.put("uid", user.uid());
        }
        if (!user.groups().isEmpty()) {
            info.put("groups", JsonArray.ofTexts(user.groups()));
        }
        if (!user.extra().isEmpty()) {
            JsonObject extra = new JsonObject();
            new TreeMap<>(user.extra()).forEach((key, values) -> extra.put(key, JsonArray.ofTexts(values)));
            info.put("extra", extra);
        }
        return info;
    }
}
