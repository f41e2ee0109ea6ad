package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Fills what the author of a pod, or of a template of pods, left out.
public final class PodDefaults {
    private static final JsonValue ONE = JsonValue.of(1);
    private static final JsonValue THREE = JsonValue.of(3);
    private static final JsonValue TEN = JsonValue.of(10);
    private static final JsonValue EMPTY = JsonValue.of("");
    private static final JsonValue YES = JsonValue.of(true);
    private static final JsonValue NO = JsonValue.of(false);
    private static final JsonValue TCP = JsonValue.of("TCP");
    private static final JsonValue HTTP = JsonValue.of("HTTP");
    private static final JsonValue ROOT_PATH = JsonValue.of("/");
    private static final JsonValue VERSION = JsonValue.of("v1");
    private static final JsonValue ALWAYS = JsonValue.of("Always");
    private static final JsonValue IF_NOT_PRESENT = JsonValue.of("IfNotPresent");
    private static final JsonValue CLUSTER_FIRST = JsonValue.of("ClusterFirst");
    private static final JsonValue GRACE_SECONDS = JsonValue.of(30);
    private static final JsonValue SCHEDULER = JsonValue.of("default-scheduler");
    private static final JsonValue TERMINATION_LOG = JsonValue.of("/dev/termination-log");
    private static final JsonValue FILE = JsonValue.of("File");

    private PodDefaults() {}

    /// A pod gets more than a template: what a controller creates from its template is defaulted as a pod again.
    public static void pod(JsonObject pod) {
        JsonObject spec = pod.child("spec");
        if (spec.unread() == null) { // What is still text comes from the store, with its defaults.
            spec(spec);
        }
        JsonObject status = pod.object("status");
        if (status != null && status.unread() == null) {
            addresses(status);
        }
    }

    private static void spec(JsonObject spec) {
        Fields.each(spec, "containers", PodDefaults::requestsFromLimits);
        Fields.each(spec, "initContainers", PodDefaults::requestsFromLimits);
        PodLevelResources.fill(spec);
        spec.putIfAbsent("enableServiceLinks", YES);
        if (spec.booleanOr("hostNetwork", false)) {
            Fields.each(spec, "containers", PodDefaults::hostPorts);
            Fields.each(spec, "initContainers", PodDefaults::hostPorts);
        }
        podSpec(spec);
    }

    public static void template(JsonObject template) {
        podSpec(template.child("spec"));
    }

    private static void podSpec(JsonObject spec) {
        Fields.fill(spec, "dnsPolicy", CLUSTER_FIRST);
        Fields.fill(spec, "restartPolicy", ALWAYS);
        spec.child("securityContext");
        spec.putIfAbsent("terminationGracePeriodSeconds", GRACE_SECONDS);
        Fields.fill(spec, "schedulerName", SCHEDULER);
        serviceAccountAlias(spec);
        Fields.each(spec, "volumes", VolumeDefaults::volume);
        Fields.each(spec, "initContainers", PodDefaults::container);
        Fields.each(spec, "containers", PodDefaults::container);
        Fields.each(spec, "ephemeralContainers", PodDefaults::container);
    }

    /// `serviceAccount` is the old name of `serviceAccountName`; an object always shows both.
    private static void serviceAccountAlias(JsonObject spec) {
        String name = spec.textOr("serviceAccountName", "");
        if (name.isEmpty()) {
            name = spec.textOr("serviceAccount", "");
        }
        if (!name.isEmpty()) {
            JsonValue shared = JsonValue.of(name);
            spec.put("serviceAccountName", shared);
            spec.put("serviceAccount", shared);
        }
    }

    /// `podIP` is the first of `podIPs`; a writer who knows only one of them sets both.
    private static void addresses(JsonObject status) {
        String address = status.textOr("podIP", "");
        JsonArray addresses = status.array("podIPs");
        String first = addresses != null && !addresses.isEmpty() && addresses.get(0) instanceof JsonObject entry
                ? entry.textOr("ip", "")
                : "";
        if (address.isEmpty() && !first.isEmpty()) {
            status.put("podIP", first);
        } else if (!address.equals(first)) {
            status.put("podIPs", JsonArray.of(new JsonObject().put("ip", address)));
        }
    }

    private static void requestsFromLimits(JsonObject container) {
        JsonObject resources = container.object("resources");
        JsonObject limits = resources == null ? null : resources.object("limits");
        if (resources == null || limits == null || limits.isEmpty()) {
            return;
        }
        JsonObject requests = resources.child("requests");
        for (Map.Entry<String, JsonValue> limit : limits.entries()) {
            requests.putIfAbsent(limit.getKey(), limit.getValue());
        }
    }

    private static void hostPorts(JsonObject container) {
        Fields.each(container, "ports", port -> {
            JsonValue number = port.get("containerPort");
            if (number != null) {
                Fields.fill(port, "hostPort", number);
            }
        });
    }

    private static void container(JsonObject container) {
        if (container.textOr("imagePullPolicy", "").isEmpty()) {
            container.put("imagePullPolicy", pullPolicy(container.textOr("image", "")));
        }
        container.child("resources");
        Fields.fill(container, "terminationMessagePath", TERMINATION_LOG);
        Fields.fill(container, "terminationMessagePolicy", FILE);
        Fields.each(container, "ports", port -> Fields.fill(port, "protocol", TCP));
        Fields.each(container, "env", PodDefaults::environmentVariable);
        probe(container.object("livenessProbe"));
        probe(container.object("readinessProbe"));
        probe(container.object("startupProbe"));
        JsonObject lifecycle = container.object("lifecycle");
        if (lifecycle != null) {
            handler(lifecycle.object("postStart"));
            handler(lifecycle.object("preStop"));
        }
    }

    private static void environmentVariable(JsonObject variable) {
        JsonObject source = variable.object("valueFrom");
        if (source != null) {
            fieldReference(source);
            JsonObject file = source.object("fileKeyRef");
            if (file != null) {
                file.putIfAbsent("optional", NO);
            }
        }
    }

    /// The version of the pod's own fields that a reference is written against.
    static void fieldReference(JsonObject holder) {
        JsonObject reference = holder.object("fieldRef");
        if (reference != null) {
            Fields.fill(reference, "apiVersion", VERSION);
        }
    }

    private static void probe(@Nullable JsonObject probe) {
        if (probe == null) {
            return;
        }
        Fields.fill(probe, "timeoutSeconds", ONE);
        Fields.fill(probe, "periodSeconds", TEN);
        Fields.fill(probe, "successThreshold", ONE);
        Fields.fill(probe, "failureThreshold", THREE);
        handler(probe);
        JsonObject grpc = probe.object("grpc");
        if (grpc != null) {
            grpc.putIfAbsent("service", EMPTY);
        }
    }

    private static void handler(@Nullable JsonObject handler) {
        JsonObject get = handler == null ? null : handler.object("httpGet");
        if (get != null) {
            Fields.fill(get, "path", ROOT_PATH);
            Fields.fill(get, "scheme", HTTP);
        }
    }

    static JsonValue pullPolicy(String image) {
        return ImageReference.isLatest(image) ? ALWAYS : IF_NOT_PRESENT;
    }
}
