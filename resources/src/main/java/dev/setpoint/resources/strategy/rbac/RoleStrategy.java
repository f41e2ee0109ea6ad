package dev.setpoint.resources.strategy.rbac;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import java.util.List;

/// Roles and ClusterRoles.
public enum RoleStrategy implements KindRules {
    ROLE,
    CLUSTER_ROLE;

    @Override
    public void check(JsonObject role, FieldErrors errors) {
        List<JsonObject> rules = Fields.objects(role, "rules");
        for (int i = 0; i < rules.size(); i++) {
            rule(rules.get(i), FieldPath.of("rules").index(i), errors);
        }
        JsonObject aggregation = role.object("aggregationRule");
        if (this == CLUSTER_ROLE && aggregation != null) {
            FieldPath path = FieldPath.of("aggregationRule");
            if (!Fields.isSet(aggregation, "clusterRoleSelectors")) {
                errors.required(
                        path.child("clusterRoleSelectors"),
                        "at least one clusterRoleSelector required if aggregationRule is non-nil");
            }
            Fields.each(
                    aggregation,
                    "clusterRoleSelectors",
                    path,
                    (selector, at) -> LabelSelectorValidation.check(selector, at, errors));
        }
    }

    private void rule(JsonObject rule, FieldPath path, FieldErrors errors) {
        if (!Fields.isSet(rule, "verbs")) {
            errors.required(path.child("verbs"), "verbs must contain at least one value");
        }
        JsonArray urls = rule.array("nonResourceURLs");
        if (urls != null && !urls.isEmpty()) {
            urls(rule, urls, path.child("nonResourceURLs"), errors);
            return;
        }
        if (!Fields.isSet(rule, "apiGroups")) {
            errors.required(path.child("apiGroups"), "resource rules must supply at least one api group");
        }
        if (!Fields.isSet(rule, "resources")) {
            errors.required(path.child("resources"), "resource rules must supply at least one resource");
        }
    }

    private void urls(JsonObject rule, JsonArray urls, FieldPath path, FieldErrors errors) {
        if (this == ROLE) {
            errors.invalidShown(path, urls.toString(), "namespaced rules cannot apply to non-resource URLs");
        }
        if (Fields.isSet(rule, "apiGroups") || Fields.isSet(rule, "resources") || Fields.isSet(rule, "resourceNames")) {
            errors.invalidShown(
                    path, urls.toString(), "rules cannot apply to both regular resources and non-resource URLs");
        }
    }
}
