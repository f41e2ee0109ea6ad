package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.authz.PolicyRule;
import dev.setpoint.apiserver.authz.RbacAuthorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.ObjectAccess;
import dev.setpoint.apiserver.registry.SubresourceAction;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// SelfSubjectRulesReview: what may I do in this namespace?
public final class RulesReview implements SubresourceAction {
    private final ObjectAccess objects;
    private final RbacAuthorizer rbac;

    public RulesReview(ObjectAccess objects, RbacAuthorizer rbac) {
        this.objects = objects;
        this.rbac = rbac;
    }

    @Override
    public Answer handle(Call call, ServedResource resource) {
        JsonObject review = objects.decode(call, resource.kind());
        String namespace = review.child("spec").textOr("namespace", "");
        if (namespace.isEmpty()) {
            throw new ApiException(new ApiError.BadRequest("no namespace on request"));
        }
        RbacAuthorizer.Held held = rbac.held(call.user(), namespace);
        JsonArray resources = new JsonArray();
        JsonArray paths = new JsonArray();
        for (PolicyRule rule : held.rules()) {
            (rule.paths().isEmpty() ? resources : paths).add(rule.toJson());
        }
        List<String> problems = new ArrayList<>(held.problems());
        // What a node may do follows from the pods on it, which no list of rules can tell.
        boolean node = call.user().asNode().isPresent();
        if (node) {
            problems.add("node authorizer does not support user rule resolution");
        }
        JsonObject status = new JsonObject()
                .put("resourceRules", resources)
                .put("nonResourceRules", paths)
                .put("incomplete", !problems.isEmpty());
        if (!problems.isEmpty()) {
            status.put("evaluationError", String.join(", ", problems));
        }
        return AccessReviews.answer(resource, review.put("status", status));
    }
}
