package dev.setpoint.agent.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Makes the status that a kubelet would report from what the containers do: phase, conditions, addresses.
final class PodReport {
    private static final String READY_TO_START = "PodReadyToStartContainers";
    private static final String INITIALIZED = "Initialized";
    private static final String READY = "Ready";
    private static final String CONTAINERS_READY = "ContainersReady";
    private static final String SCHEDULED = "PodScheduled";
    private static final Set<String> OWN = Set.of(READY_TO_START, INITIALIZED, READY, CONTAINERS_READY, SCHEDULED);

    private final PodView pod;
    private final List<ContainerRun> init;
    private final List<ContainerRun> main;
    private final Instant now;

    PodReport(PodView pod, List<ContainerRun> init, List<ContainerRun> main, Instant now) {
        this.pod = pod;
        this.init = init;
        this.main = main;
        this.now = now;
    }

    /// The whole status; what is not the kubelet's stays as it is.
    ///
    /// @param sandbox whether the pod has its network and containers can start
    JsonObject of(PodPhase phase, boolean sandbox, String hostIp, String podIp) {
        JsonObject status = new JsonObject();
        pod.status().forEach(status::put);
        status.put("observedGeneration", pod.generation())
                .put("phase", phase.word())
                .put("conditions", conditions(phase, sandbox))
                .put("hostIP", hostIp)
                .put("hostIPs", addresses(hostIp));
        if (sandbox && pod.podIp().isEmpty()) {
            status.put("podIP", podIp).put("podIPs", addresses(podIp));
        }
        if (pod.startTime().isEmpty()) {
            status.put("startTime", Timestamps.seconds(now));
        }
        if (!init.isEmpty()) {
            status.put("initContainerStatuses", statuses(init));
        }
        return status.put("containerStatuses", statuses(main));
    }

    private static JsonArray addresses(String ip) {
        return JsonArray.of(new JsonObject().put("ip", ip));
    }

    private JsonArray statuses(List<ContainerRun> containers) {
        JsonArray statuses = new JsonArray();
        containers.forEach(container -> statuses.add(container.status(pod.uid())));
        return statuses;
    }

    /// Those of others stay where they are; the kubelet's own follow in its order.
    private JsonArray conditions(PodPhase phase, boolean sandbox) {
        JsonArray conditions = new JsonArray();
        for (JsonObject condition : pod.conditions()) {
            if (!OWN.contains(condition.textOr("type", ""))) {
                conditions.add(condition);
            }
        }
        Finding containersReady = containersReady(phase);
        return conditions
                .add(condition(READY_TO_START, new Finding(sandbox && !phase.terminal(), "", "")))
                .add(condition(INITIALIZED, initialized(phase)))
                .add(condition(READY, containersReady.holds ? gatesReady() : containersReady))
                .add(condition(CONTAINERS_READY, containersReady))
                .add(condition(SCHEDULED, Finding.YES));
    }

    private record Finding(boolean holds, String reason, String message) {
        static final Finding YES = new Finding(true, "", "");
    }

    private Finding containersReady(PodPhase phase) {
        if (phase == PodPhase.SUCCEEDED) {
            return new Finding(false, "PodCompleted", "");
        }
        if (phase == PodPhase.FAILED) {
            return new Finding(false, "PodFailed", "");
        }
        List<String> unready = Stream.concat(init.stream().filter(ContainerRun::sidecar), main.stream())
                .filter(container -> !container.ready())
                .map(ContainerRun::name)
                .toList();
        return unready.isEmpty()
                ? Finding.YES
                : new Finding(false, "ContainersNotReady", "containers with unready status: " + listed(unready));
    }

    private Finding initialized(PodPhase phase) {
        if (phase == PodPhase.SUCCEEDED) {
            return new Finding(true, "PodCompleted", "");
        }
        List<String> incomplete = init.stream()
                .filter(container -> !(container.sidecar() ? container.running() : container.succeeded()))
                .map(ContainerRun::name)
                .toList();
        return incomplete.isEmpty() || main.stream().anyMatch(ContainerRun::ran)
                ? Finding.YES
                : new Finding(
                        false, "ContainersNotInitialized", "containers with incomplete status: " + listed(incomplete));
    }

    /// Gates are conditions that others set.
    private Finding gatesReady() {
        List<String> messages = new ArrayList<>();
        for (JsonObject gate : PodView.objects(pod.spec(), "readinessGates")) {
            String type = gate.textOr("conditionType", "");
            JsonObject found = find(type);
            if (found == null) {
                messages.add("corresponding condition of pod readiness gate \"" + type + "\" does not exist.");
            } else if (!found.textOr("status", "").equals("True")) {
                messages.add("the status of pod readiness gate \"" + type + "\" is not \"True\", but "
                        + found.textOr("status", ""));
            }
        }
        return messages.isEmpty()
                ? Finding.YES
                : new Finding(false, "ReadinessGatesNotReady", String.join(", ", messages));
    }

    /// Begins with what is there, so that fields that this version does not know survive.
    private JsonObject condition(String type, Finding finding) {
        String status = finding.holds ? "True" : "False";
        JsonObject known = find(type);
        JsonObject condition = known == null ? new JsonObject().put("type", type) : known.copy();
        if (!condition.textOr("status", "").equals(status)) {
            condition.put("lastTransitionTime", Timestamps.seconds(now));
        }
        condition.put("observedGeneration", pod.generation()).put("status", status);
        putOrRemove(condition, "reason", finding.reason);
        putOrRemove(condition, "message", finding.message);
        return condition;
    }

    private static void putOrRemove(JsonObject condition, String field, String text) {
        if (text.isEmpty()) {
            condition.remove(field);
        } else {
            condition.put(field, text);
        }
    }

    private @Nullable JsonObject find(String type) {
        for (JsonObject condition : pod.conditions()) {
            if (condition.textOr("type", "").equals(type)) {
                return condition;
            }
        }
        return null;
    }

    private static String listed(List<String> names) {
        return "[" + String.join(" ", names) + "]";
    }
}
