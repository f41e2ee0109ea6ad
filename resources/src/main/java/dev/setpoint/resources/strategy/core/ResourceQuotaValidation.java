package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Quantities;
import dev.setpoint.resources.strategy.ResourceNames;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.strategy.pod.ResourceValidation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What a ResourceQuota must look like: it counts what can be counted, of the pods that it selects.
final class ResourceQuotaValidation {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> SCOPES = List.of(
            "Terminating",
            "NotTerminating",
            "BestEffort",
            "NotBestEffort",
            "PriorityClass",
            "VolumeAttributesClass",
            "CrossNamespacePodAffinity");
    private static final List<String> BARE_SCOPES =
            List.of("BestEffort", "NotBestEffort", "Terminating", "NotTerminating", "CrossNamespacePodAffinity");
    private static final List<String> COMPUTING =
            List.of("pods", "cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory");

    private final JsonObject spec;
    private final FieldErrors errors;

    ResourceQuotaValidation(JsonObject spec, FieldErrors errors) {
        this.spec = spec;
        this.errors = errors;
    }

    void check() {
        amounts(spec.object("hard"), SPEC.child("hard"), errors);
        List<String> scopes = Fields.texts(spec, "scopes");
        FieldPath path = SPEC.child("scopes");
        for (String scope : scopes) {
            if (!SCOPES.contains(scope)) {
                errors.invalidShown(path, Shown.texts(scopes), "unsupported scope");
            }
            for (int i = 0; i < unsupported(scope); i++) {
                errors.invalidShown(path, Shown.texts(scopes), "unsupported scope applied to resource");
            }
        }
        conflicts(new HashSet<>(scopes), path);
        selector(spec.object("scopeSelector"));
    }

    static void amounts(@Nullable JsonObject amounts, FieldPath path, FieldErrors errors) {
        if (amounts != null) {
            amounts.forEach((name, amount) -> {
                FieldPath at = path.key(name);
                ResourceNames.check(name, at, errors);
                if (name.indexOf('/') < 0 && !ResourceNames.isQuota(name)) {
                    errors.invalid(at, name, "must be a standard resource for quota");
                }
                ResourceValidation.quantity(name, Quantities.of(amount), at, errors);
            });
        }
    }

    /// How many of the resources that are counted have nothing to do with the scope.
    private int unsupported(String scope) {
        JsonObject hard = spec.object("hard");
        int count = 0;
        for (String resource : hard == null ? Set.<String>of() : new TreeSet<>(hard.names())) {
            if (ResourceNames.isQuota(resource) && !applies(scope, resource)) {
                count++;
            }
        }
        return count;
    }

    private static boolean applies(String scope, String resource) {
        return switch (scope) {
            case "Terminating", "NotTerminating", "NotBestEffort", "PriorityClass", "CrossNamespacePodAffinity" ->
                COMPUTING.contains(resource);
            case "BestEffort" -> resource.equals("pods");
            case "VolumeAttributesClass" ->
                resource.equals("persistentvolumeclaims") || resource.equals("requests.storage");
            default -> true;
        };
    }

    private void conflicts(Set<String> scopes, FieldPath path) {
        for (List<String> pair :
                List.of(List.of("BestEffort", "NotBestEffort"), List.of("Terminating", "NotTerminating"))) {
            if (scopes.containsAll(pair)) {
                errors.invalidShown(path, Shown.texts(Fields.texts(spec, "scopes")), "conflicting scopes");
            }
        }
    }

    /// Errors name the list of expressions, not the expression.
    private void selector(@Nullable JsonObject selector) {
        if (selector == null) {
            return;
        }
        FieldPath path = SPEC.child("scopeSelector").child("matchExpressions");
        Set<String> scopes = new HashSet<>();
        for (JsonObject requirement : Fields.objects(selector, "matchExpressions")) {
            String scope = requirement.textOr("scopeName", "");
            if (!SCOPES.contains(scope)) {
                errors.invalid(path.child("scopeName"), scope, "unsupported scope");
            }
            for (int i = 0; i < unsupported(scope); i++) {
                errors.invalidShown(path, selector.toString(), "unsupported scope applied to resource");
            }
            operator(requirement, scope, path);
            scopes.add(scope);
        }
        conflicts(scopes, path);
    }

    private void operator(JsonObject requirement, String scope, FieldPath path) {
        String operator = requirement.textOr("operator", "");
        List<String> values = Fields.texts(requirement, "values");
        if (BARE_SCOPES.contains(scope) && !operator.equals("Exists")) {
            errors.invalid(
                    path.child("operator"),
                    operator,
                    "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating,"
                            + " ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,"
                            + " ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity");
        }
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    errors.required(
                            path.child("values"),
                            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    errors.invalidShown(
                            path.child("values"),
                            Shown.texts(values),
                            "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
                }
            }
            default -> errors.invalid(path.child("operator"), operator, "not a valid selector operator");
        }
    }

    void checkUpdate(JsonObject before) {
        check();
        List<String> scopes = Fields.texts(spec, "scopes");
        if (!new HashSet<>(scopes).equals(new HashSet<>(Fields.texts(before, "scopes")))) {
            errors.invalidShown(SPEC.child("scopes"), Shown.texts(scopes), Checks.IMMUTABLE);
        }
    }
}
