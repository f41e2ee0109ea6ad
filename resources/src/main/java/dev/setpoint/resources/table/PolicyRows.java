package dev.setpoint.resources.table;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.HumanDuration;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Who may do what: roles, certificates, admission, flow control, aggregated APIs.
final class PolicyRows {
    private PolicyRows() {}

    static Row roleBinding(Subject binding) {
        return Row.of(
                binding.name(),
                binding.text("roleRef", "kind") + "/" + binding.text("roleRef", "name"),
                binding.age(),
                subjects(binding, "User"),
                subjects(binding, "Group"),
                subjects(binding, "ServiceAccount"));
    }

    private static String subjects(Subject binding, String kind) {
        return binding.objects("subjects").stream()
                .filter(subject -> subject.textOr("kind", "").equals(kind))
                .map(subject -> (kind.equals("ServiceAccount") ? subject.textOr("namespace", "") + "/" : "")
                        + subject.textOr("name", ""))
                .collect(Collectors.joining(", "));
    }

    static Row certificateSigningRequest(Subject request) {
        String duration = request.has("spec", "expirationSeconds")
                ? HumanDuration.format(Duration.ofSeconds(request.number("spec", "expirationSeconds")))
                : Subject.NONE;
        return Row.of(
                request.name(),
                request.age(),
                request.textOr(Subject.NONE, "spec", "signerName"),
                request.text("spec", "username"),
                duration,
                certificateStatus(request));
    }

    private static String certificateStatus(Subject request) {
        List<String> conditions = request.objects("status", "conditions").stream()
                .map(condition -> condition.textOr("type", ""))
                .toList();
        String decision = conditions.contains("Approved") ? "Approved" : "Pending";
        return (conditions.contains("Denied") ? "Denied" : decision)
                + (conditions.contains("Failed") ? ",Failed" : "")
                + (request.text("status", "certificate").isEmpty() ? "" : ",Issued");
    }

    static Row webhooks(Subject configuration) {
        return Row.of(configuration.name(), configuration.size("webhooks"), configuration.age());
    }

    static Row validatingPolicy(Subject policy) {
        return Row.of(policy.name(), policy.size("spec", "validations"), paramKind(policy), policy.age());
    }

    static Row mutatingPolicy(Subject policy) {
        return Row.of(policy.name(), policy.size("spec", "mutations"), paramKind(policy), policy.age());
    }

    private static String paramKind(Subject policy) {
        return policy.has("spec", "paramKind")
                ? policy.text("spec", "paramKind", "apiVersion") + "/" + policy.text("spec", "paramKind", "kind")
                : Subject.UNSET;
    }

    static Row policyBinding(Subject binding) {
        String name = binding.text("spec", "paramRef", "name");
        String param = Subject.UNSET;
        if (!name.isEmpty()) {
            param = binding.textOr("*", "spec", "paramRef", "namespace") + "/" + name;
        } else if (binding.has("spec", "paramRef", "selector")) {
            param = goText(binding.object("spec", "paramRef", "selector"));
        }
        return Row.of(binding.name(), binding.text("spec", "policyName"), param, binding.age());
    }

    /// Kubernetes shows this selector as Go prints the struct.
    private static String goText(@Nullable JsonObject selector) {
        TreeMap<String, String> labels = new TreeMap<>();
        JsonObject matchLabels = selector == null ? null : selector.object("matchLabels");
        if (matchLabels != null) {
            matchLabels.names().forEach(key -> labels.put(key, matchLabels.textOr(key, "")));
        }
        JsonArray expressions = selector == null ? null : selector.array("matchExpressions");
        String requirements = expressions == null
                ? ""
                : expressions.objects().stream().map(PolicyRows::goRequirement).collect(Collectors.joining());
        return "&LabelSelector{MatchLabels:map[string]string{"
                + labels.entrySet().stream()
                        .map(label -> label.getKey() + ": " + label.getValue() + ",")
                        .collect(Collectors.joining())
                + "},MatchExpressions:[]LabelSelectorRequirement{" + requirements + "},}";
    }

    private static String goRequirement(JsonObject requirement) {
        JsonArray values = requirement.array("values");
        return "LabelSelectorRequirement{Key:" + requirement.textOr("key", "") + ",Operator:"
                + requirement.textOr("operator", "") + ",Values:["
                + (values == null ? "" : String.join(" ", values.texts())) + "],},";
    }

    static Row flowSchema(Subject schema) {
        String dangling = "?";
        for (JsonObject condition : schema.objects("status", "conditions")) {
            if (condition.textOr("type", "").equals("Dangling")) {
                dangling = condition.textOr("status", "");
                break;
            }
        }
        return Row.of(
                schema.name(),
                schema.text("spec", "priorityLevelConfiguration", "name"),
                schema.number("spec", "matchingPrecedence"),
                schema.has("spec", "distinguisherMethod")
                        ? schema.text("spec", "distinguisherMethod", "type")
                        : Subject.NONE,
                schema.age(),
                dangling);
    }

    static Row priorityLevel(Subject level) {
        return Row.of(
                level.name(),
                level.text("spec", "type"),
                numberOrNone(level, "nominalConcurrencyShares"),
                numberOrNone(level, "limitResponse", "queuing", "queues"),
                numberOrNone(level, "limitResponse", "queuing", "handSize"),
                numberOrNone(level, "limitResponse", "queuing", "queueLengthLimit"),
                level.age());
    }

    private static JsonValue numberOrNone(Subject level, String... path) {
        JsonObject limited = level.object("spec", "limited");
        JsonValue value = limited == null ? null : limited.at(path);
        return value instanceof JsonValue.JsonInteger ? value : JsonValue.of(Subject.NONE);
    }

    static Row apiService(Subject service) {
        String backend = service.has("spec", "service")
                ? service.text("spec", "service", "namespace") + "/" + service.text("spec", "service", "name")
                : "Local";
        String available = "Unknown";
        for (JsonObject condition : service.objects("status", "conditions")) {
            if (condition.textOr("type", "").equals("Available")) {
                String status = condition.textOr("status", "");
                String reason = condition.textOr("reason", "");
                available = status.equals("True") || reason.isEmpty() ? status : status + " (" + reason + ")";
                break;
            }
        }
        return Row.of(service.name(), backend, available, service.age());
    }
}
