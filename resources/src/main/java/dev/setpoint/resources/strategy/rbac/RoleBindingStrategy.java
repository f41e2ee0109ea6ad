package dev.setpoint.resources.strategy.rbac;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;

/// RoleBindings and ClusterRoleBindings.
public enum RoleBindingStrategy implements Defaults, KindRules {
    ROLE_BINDING,
    CLUSTER_ROLE_BINDING;

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final FieldPath ROLE = FieldPath.of("roleRef");

    @Override
    public void applyDefaults(JsonObject binding) {
        Fields.fill(binding.child("roleRef"), "apiGroup", JsonValue.of(GROUP));
        Fields.each(binding, "subjects", subject -> {
            String kind = subject.textOr("kind", "");
            if (kind.equals("User") || kind.equals("Group")) {
                Fields.fill(subject, "apiGroup", JsonValue.of(GROUP));
            }
        });
    }

    @Override
    public void check(JsonObject binding, FieldErrors errors) {
        JsonObject role = binding.child("roleRef");
        String group = role.textOr("apiGroup", "");
        if (!group.equals(GROUP)) {
            errors.notSupported(ROLE.child("apiGroup"), group, List.of(GROUP));
        }
        List<String> roleKinds = this == ROLE_BINDING ? List.of("Role", "ClusterRole") : List.of("ClusterRole");
        String kind = role.textOr("kind", "");
        if (!roleKinds.contains(kind)) {
            errors.notSupported(ROLE.child("kind"), kind, roleKinds);
        }
        if (Checks.required(role, "name", ROLE, errors)) {
            String name = role.textOr("name", "");
            errors.invalid(ROLE.child("name"), name, Formats.pathSegment(name));
        }
        List<JsonObject> subjects = Fields.objects(binding, "subjects");
        for (int i = 0; i < subjects.size(); i++) {
            subject(subjects.get(i), FieldPath.of("subjects").index(i), errors);
        }
    }

    private void subject(JsonObject subject, FieldPath path, FieldErrors errors) {
        boolean named = Checks.required(subject, "name", path, errors);
        String group = subject.textOr("apiGroup", "");
        String kind = subject.textOr("kind", "");
        switch (kind) {
            case "ServiceAccount" -> {
                if (named) {
                    Checks.subdomain(subject.textOr("name", ""), path.child("name"), errors);
                }
                if (!group.isEmpty()) {
                    errors.notSupported(path.child("apiGroup"), group, List.of(""));
                }
                if (this == CLUSTER_ROLE_BINDING) {
                    Checks.required(subject, "namespace", path, errors);
                }
            }
            case "User", "Group" -> {
                if (!group.equals(GROUP)) {
                    errors.notSupported(path.child("apiGroup"), group, List.of(GROUP));
                }
            }
            default -> errors.notSupported(path.child("kind"), kind, List.of("ServiceAccount", "User", "Group"));
        }
    }

    /// Whoever may bind one role could otherwise turn a binding into one of another.
    @Override
    public void checkUpdate(JsonObject binding, JsonObject old, FieldErrors errors) {
        check(binding, errors);
        JsonObject role = binding.child("roleRef");
        if (!role.equals(old.child("roleRef"))) {
            JsonObject shown = new JsonObject()
                    .put("APIGroup", role.textOr("apiGroup", ""))
                    .put("Kind", role.textOr("kind", ""))
                    .put("Name", role.textOr("name", ""));
            errors.invalidShown(ROLE, shown.toString(), "cannot change roleRef");
        }
    }
}
