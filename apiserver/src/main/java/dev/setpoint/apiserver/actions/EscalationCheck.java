package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.authz.PolicyRule;
import dev.setpoint.apiserver.authz.RbacAuthorizer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.CallerRule;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Nobody gives more than he has: whoever writes a role or a binding must hold what it grants, unless he
/// may `escalate` that role or `bind` to it.
public final class EscalationCheck implements CallerRule {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final List<PolicyRule> EVERYTHING = List.of(
            new PolicyRule(List.of("*"), List.of("*"), List.of("*"), List.of(), List.of()),
            new PolicyRule(List.of("*"), List.of(), List.of(), List.of(), List.of("*")));

    private final Authorizer authorizer;
    private final RbacAuthorizer rbac;

    public EscalationCheck(Authorizer authorizer, RbacAuthorizer rbac) {
        this.authorizer = authorizer;
        this.rbac = rbac;
    }

    @Override
    public void prepare(Call call, ServedResource resource, @Nullable JsonObject old, JsonObject object) {
        GroupResource kind = resource.groupResource();
        boolean concerned = kind.group().equals(GROUP) && !call.user().isMaster();
        if (!concerned || (old != null && onlyBookkeeping(old, object))) {
            return;
        }
        switch (kind.resource()) {
            case "roles", "clusterroles" -> role(call, kind, old, object);
            default -> binding(call, kind, object);
        }
    }

    private void role(Call call, GroupResource kind, @Nullable JsonObject old, JsonObject role) {
        String name = name(role);
        String namespace = call.target().namespace();
        if (authorizer.allows(
                new Attributes.OfResource(call.user(), "escalate", GROUP, kind.resource(), "", namespace, name))) {
            return;
        }
        requireHeld(call.user(), namespace, PolicyRule.of(role, "rules"), kind, name);
        boolean aggregates = role.has("aggregationRule") || (old != null && old.has("aggregationRule"));
        if (aggregates
                && !PolicyRule.missing(rbac.held(call.user(), namespace).rules(), EVERYTHING)
                        .isEmpty()) {
            throw forbidden(kind, name, "must have cluster-admin privileges to use the aggregationRule");
        }
    }

    private void binding(Call call, GroupResource kind, JsonObject binding) {
        JsonObject reference = binding.child("roleRef");
        String roleKind = reference.textOr("kind", "");
        String roleName = reference.textOr("name", "");
        String namespace = call.target().namespace();
        String roles = roleKind.equals("Role") ? "roles" : "clusterroles";
        if (authorizer.allows(new Attributes.OfResource(call.user(), "bind", GROUP, roles, "", namespace, roleName))) {
            return;
        }
        List<PolicyRule> rules = rbac.rules(roleKind, namespace, roleName)
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(
                        new GroupResource(GROUP, roles.substring(0, roles.length() - 1)), roleName)));
        requireHeld(call.user(), namespace, rules, kind, name(binding));
    }

    private void requireHeld(User user, String namespace, List<PolicyRule> wanted, GroupResource kind, String name) {
        RbacAuthorizer.Held held = rbac.held(user, namespace);
        List<PolicyRule> missing = PolicyRule.missing(held.rules(), wanted);
        if (missing.isEmpty()) {
            return;
        }
        String shown = missing.stream().map(PolicyRule::toString).sorted().collect(Collectors.joining("\n"));
        String problems = held.problems().isEmpty() ? "" : "; resolution errors: " + held.problems();
        throw forbidden(
                kind,
                name,
                "user \"" + user.name() + "\" (groups=" + PolicyRule.quoted(user.groups())
                        + ") is attempting to grant RBAC permissions not currently held:\n" + shown + problems);
    }

    /// Owners and finalizers are the garbage collector's business, who holds no rights of his own.
    private static boolean onlyBookkeeping(JsonObject old, JsonObject object) {
        return content(old).equals(content(object));
    }

    private static JsonObject content(JsonObject object) {
        JsonObject content = object.copy();
        JsonObject metadata = content.child("metadata");
        List.of("ownerReferences", "finalizers", "managedFields", "resourceVersion")
                .forEach(metadata::remove);
        return content;
    }

    private static String name(JsonObject object) {
        return object.child("metadata").textOr("name", "");
    }

    private static ApiException forbidden(GroupResource kind, String name, String why) {
        return new ApiException(new ApiError.Forbidden(kind, name, why));
    }
}
