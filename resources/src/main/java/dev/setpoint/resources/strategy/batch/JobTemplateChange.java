package dev.setpoint.resources.strategy.batch;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import java.util.List;
import java.util.Objects;

/// The template of a Job stays, but while the Job is suspended and none of its pods run: then whoever queues Jobs may
/// still say where and with what its pods will run.
final class JobTemplateChange {
    private static final List<String> DIRECTIVES = List.of("nodeSelector", "tolerations", "schedulingGates");

    private JobTemplateChange() {}

    static void check(JsonObject spec, JsonObject old, FieldPath path, FieldErrors errors) {
        JsonObject template = spec.child("template");
        JsonObject before = old.child("spec").child("template");
        if (template.equals(before)) {
            return;
        }
        if (!isOpen(old)) {
            errors.invalidShown(path.child("template"), template.toString(), Checks.IMMUTABLE);
            return;
        }
        JsonObject rest = template.child("spec").copy();
        JsonObject was = before.child("spec").copy();
        DIRECTIVES.forEach(field -> Fields.keep(field, rest, was));
        keepNodeAffinity(rest, was);
        keepResources("containers", rest, was);
        keepResources("initContainers", rest, was);
        if (!rest.equals(was)) {
            errors.invalidShown(
                    path.child("template").child("spec"), template.child("spec").toString(), Checks.IMMUTABLE);
        }
    }

    private static boolean isOpen(JsonObject old) {
        boolean suspended = old.child("spec").booleanOr("suspend", false);
        boolean started = Fields.isSet(old.child("status"), "startTime");
        return suspended
                && (!started || JobStatusValidation.isTrue(old, "Suspended"))
                && Fields.integer(old, "status", "active") == 0;
    }

    private static void keepNodeAffinity(JsonObject rest, JsonObject was) {
        JsonObject affinity = rest.child("affinity");
        JsonValue nodes = was.at("affinity", "nodeAffinity");
        if (nodes == null) {
            affinity.remove("nodeAffinity");
        } else {
            affinity.put("nodeAffinity", nodes);
        }
        if (affinity.isEmpty() && !was.has("affinity")) {
            rest.remove("affinity");
        }
    }

    private static void keepResources(String list, JsonObject rest, JsonObject was) {
        List<JsonObject> containers = Fields.objects(rest, list);
        List<JsonObject> earlier = Fields.objects(was, list);
        for (int i = 0; i < containers.size() && containers.size() == earlier.size(); i++) {
            if (Objects.equals(containers.get(i).get("name"), earlier.get(i).get("name"))) {
                Fields.keep("resources", containers.get(i), earlier.get(i));
            }
        }
    }
}
