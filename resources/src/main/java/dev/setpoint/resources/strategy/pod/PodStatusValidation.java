package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What whoever runs a pod may say of it: nothing that it said before and that cannot have changed.
final class PodStatusValidation {
    private static final FieldPath STATUS = FieldPath.of("status");
    private static final List<String> SYSTEM_CONDITIONS = List.of("PodScheduled", "Ready", "Initialized");

    private final JsonObject spec;
    private final JsonObject status;
    private final JsonObject before;
    private final FieldErrors errors;

    private PodStatusValidation(JsonObject pod, JsonObject old, FieldErrors errors) {
        this.spec = old.child("spec");
        this.status = pod.child("status");
        this.before = old.child("status");
        this.errors = errors;
    }

    static void check(JsonObject pod, JsonObject old, FieldErrors errors) {
        PodAnnotations.checkUpdate(
                pod.child("metadata").object("annotations"),
                old.child("metadata").object("annotations"),
                FieldPath.of("metadata").child("annotations"),
                errors);
        new PodStatusValidation(pod, old, errors).check();
    }

    private void check() {
        conditions();
        nominatedNode();
        if (status.integerOr("observedGeneration", 0) < 0) {
            errors.invalid(
                    STATUS.child("observedGeneration"),
                    status.integerOr("observedGeneration", 0),
                    "must be a non-negative integer");
        }
        Checks.immutable(status, before, "qosClass", STATUS, errors);
        transitions("containerStatuses", "containers");
        transitions("initContainerStatuses", "initContainers");
        transitions("ephemeralContainerStatuses", "");
        addresses("podIPs");
        if (Fields.isSet(status, "hostIPs")) {
            List<JsonObject> hosts = Fields.objects(status, "hostIPs");
            String first = hosts.getFirst().textOr("ip", "");
            if (!first.equals(status.textOr("hostIP", ""))) {
                errors.invalid(STATUS.child("hostIPs").index(0).child("ip"), first, "must be equal to `hostIP`");
            }
            addresses("hostIPs");
        }
    }

    private void conditions() {
        Fields.each(status, "conditions", STATUS, (condition, at) -> {
            long generation = condition.integerOr("observedGeneration", 0);
            if (generation < 0) {
                errors.invalid(at.child("observedGeneration"), generation, "must be a non-negative integer");
            }
            String type = condition.textOr("type", "");
            if (!SYSTEM_CONDITIONS.contains(type)) {
                Checks.labelKey(type, at.child("Type"), errors);
            }
        });
    }

    private void nominatedNode() {
        String name = status.textOr("nominatedNodeName", "");
        if (name.isEmpty() || name.equals(before.textOr("nominatedNodeName", ""))) {
            return;
        }
        FieldPath path = STATUS.child("nominatedNodeName");
        Checks.subdomain(name, path, errors);
        if (Fields.isSet(spec, "nodeName")) {
            errors.forbidden(path, "may not be set on pods that are already bound to a node");
        }
    }

    /// A container that has ended stays so unless its policy restarts it.
    private void transitions(String statuses, String containers) {
        List<JsonObject> earlier = Fields.objects(before, statuses);
        for (int i = 0; i < earlier.size(); i++) {
            JsonValue ended = earlier.get(i).at("state", "terminated");
            String name = earlier.get(i).textOr("name", "");
            if (ended instanceof JsonObject termination
                    && lives(name, statuses)
                    && !mayAllRestart()
                    && !mayRestart(name, containers, termination.integerOr("exitCode", 0))) {
                errors.forbidden(
                        STATUS.child(statuses).index(i).child("state"),
                        "may not be transitioned to non-terminated state");
            }
        }
    }

    private boolean lives(String name, String statuses) {
        for (JsonObject now : Fields.objects(status, statuses)) {
            if (now.textOr("name", "").equals(name)) {
                return now.at("state", "terminated") == null;
            }
        }
        return false;
    }

    private boolean mayAllRestart() {
        for (String list : List.of("containers", "initContainers")) {
            for (JsonObject container : Fields.objects(spec, list)) {
                for (JsonObject rule : Fields.objects(container, "restartPolicyRules")) {
                    if (rule.textOr("action", "").equals("RestartAllContainers")) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private boolean mayRestart(String name, String containers, long exitCode) {
        for (JsonObject container : Fields.objects(spec, containers)) {
            if (container.textOr("name", "").equals(name)) {
                return restarts(container, exitCode);
            }
        }
        return false;
    }

    private boolean restarts(JsonObject container, long exitCode) {
        String policy = container.textOr("restartPolicy", "");
        if (policy.isEmpty()) {
            policy = spec.textOr("restartPolicy", "Always");
        } else {
            for (JsonObject rule : Fields.objects(container, "restartPolicyRules")) {
                if (matches(rule.object("exitCodes"), exitCode)) {
                    return true;
                }
            }
        }
        return switch (policy) {
            case "Never" -> false;
            case "OnFailure" -> exitCode != 0;
            default -> true;
        };
    }

    private static boolean matches(@Nullable JsonObject codes, long exitCode) {
        if (codes == null) {
            return false;
        }
        boolean listed = false;
        JsonArray values = codes.array("values");
        for (int i = 0; values != null && i < values.size(); i++) {
            listed |= values.get(i) instanceof JsonInteger(long code) && code == exitCode;
        }
        return listed == codes.textOr("operator", "").equals("In");
    }

    private void addresses(String list) {
        List<String> known = Fields.objects(before, list).stream()
                .map(entry -> entry.textOr("ip", ""))
                .toList();
        List<JsonObject> entries = Fields.objects(status, list);
        int version4 = 0;
        int version6 = 0;
        for (int i = 0; i < entries.size(); i++) {
            String text = entries.get(i).textOr("ip", "");
            AddressValidation.address(text, known, STATUS.child(list).index(i), errors);
            IpAddress address = IpAddress.parse(text);
            if (address != null && address.isVersion4()) {
                version4++;
            } else {
                version6++;
            }
        }
        if (version4 > 1 || version6 > 1) {
            errors.invalidShown(
                    STATUS.child(list),
                    String.valueOf(status.array(list)),
                    "may specify no more than one IP for each IP family");
        }
    }
}
