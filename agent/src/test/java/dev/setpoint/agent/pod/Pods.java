package dev.setpoint.agent.pod;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Pods for tests, and the way between trees and classes.
final class Pods {
    private static final Typed<Pod> TYPED = Typed.of(Pod.class);

    private Pods() {}

    static Pod pod(Map<String, String> behavior) {
        Map<String, String> annotations = new TreeMap<>();
        behavior.forEach((name, value) -> annotations.put("sim.setpoint.dev/" + name, value));
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("web")
                .withUid("uid-web")
                .withGeneration(3L)
                .withAnnotations(annotations)
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-1")
                .addNewContainer()
                .withName("main")
                .withImage("nginx:1.25")
                .endContainer()
                .endSpec()
                .build();
    }

    static Pod withInit(Pod pod) {
        return new PodBuilder(pod)
                .editSpec()
                .addNewInitContainer()
                .withName("a")
                .withImage("init:1")
                .endInitContainer()
                .addNewInitContainer()
                .withName("b")
                .withImage("init:1")
                .endInitContainer()
                .endSpec()
                .build();
    }

    static Pod restarting(Pod pod, String policy) {
        return new PodBuilder(pod)
                .editSpec()
                .withRestartPolicy(policy)
                .endSpec()
                .build();
    }

    static JsonObject tree(Pod pod) {
        return (JsonObject) TYPED.encodeTree(pod).json();
    }

    static PodStatus status(JsonObject status) {
        JsonObject pod =
                new JsonObject().put("kind", "Pod").put("apiVersion", "v1").put("status", status);
        return TYPED.decode(new Stored(new Key("pods", "", ""), 1, Header.EMPTY, JsonWriter.bytes(pod), -1))
                .getStatus();
    }

    static ContainerStatus only(Pod pod) {
        return pod.getStatus().getContainerStatuses().getFirst();
    }

    static List<String> conditions(Pod pod) {
        return pod.getStatus().getConditions().stream().map(Pods::shown).toList();
    }

    static String shown(PodCondition condition) {
        String reason = condition.getReason() == null ? "" : " " + condition.getReason();
        String message = condition.getMessage() == null ? "" : " " + condition.getMessage();
        return condition.getType() + "=" + condition.getStatus() + reason + message;
    }
}
