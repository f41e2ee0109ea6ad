package dev.setpoint.controllers.daemonset;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodTemplates;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The pods that a DaemonSet's template describes, one for each node.
final class DaemonTemplates {
    static final String HASH_LABEL = "controller-revision-hash";
    private static final String GENERATION_LABEL = "pod-template-generation";
    private static final String GENERATION_ANNOTATION = "deprecated.daemonset.template.generation";

    private DaemonTemplates() {}

    static Pod pod(DaemonSet set, String hash, String node) {
        Pod pod = PodTemplates.pod(set.getSpec().getTemplate(), set);
        PodBuilder builder = new PodBuilder(pod)
                .editMetadata()
                .addToLabels(HASH_LABEL, hash)
                .endMetadata()
                .editSpec()
                .withTolerations(tolerations(pod.getSpec()))
                .withAffinity(bound(pod.getSpec().getAffinity(), node))
                .endSpec();
        generation(set)
                .ifPresent(generation -> builder.editMetadata()
                        .addToLabels(GENERATION_LABEL, generation)
                        .endMetadata());
        return builder.build();
    }

    /// Whether a pod is of the present template.
    static boolean updated(DaemonSet set, String hash, Pod pod) {
        return hash.equals(Metadata.labels(pod).get(HASH_LABEL))
                || generation(set)
                        .filter(generation ->
                                generation.equals(Metadata.labels(pod).get(GENERATION_LABEL)))
                        .isPresent();
    }

    /// Where a pod is, or where it is to go. Empty for a pod that is no daemon.
    static Optional<String> node(Pod pod) {
        if (!Pods.nodeName(pod).isEmpty()) {
            return Optional.of(Pods.nodeName(pod));
        }
        return Optional.ofNullable(pod.getSpec().getAffinity())
                .map(affinity -> affinity.getNodeAffinity())
                .map(affinity -> affinity.getRequiredDuringSchedulingIgnoredDuringExecution())
                .stream()
                .flatMap(required -> required.getNodeSelectorTerms().stream())
                .flatMap(term -> term.getMatchFields().stream())
                .filter(field -> "metadata.name".equals(field.getKey()) && "In".equals(field.getOperator()))
                .map(NodeSelectorRequirement::getValues)
                .filter(values -> values.size() == 1)
                .map(List::getFirst)
                .findFirst();
    }

    /// The template's own, and those that keep a daemon on a node in trouble.
    static List<Toleration> tolerations(PodSpec spec) {
        List<Toleration> tolerations = new ArrayList<>(spec.getTolerations());
        Stream.of("not-ready", "unreachable").forEach(taint -> add(tolerations, taint, "NoExecute"));
        Stream.of("disk-pressure", "memory-pressure", "pid-pressure", "unschedulable")
                .forEach(taint -> add(tolerations, taint, "NoSchedule"));
        if (Boolean.TRUE.equals(spec.getHostNetwork())) {
            add(tolerations, "network-unavailable", "NoSchedule");
        }
        return tolerations;
    }

    private static void add(List<Toleration> tolerations, String taint, String effect) {
        Toleration wanted = new TolerationBuilder()
                .withKey("node.kubernetes.io/" + taint)
                .withOperator("Exists")
                .withEffect(effect)
                .build();
        for (int index = 0; index < tolerations.size(); index++) {
            Toleration present = tolerations.get(index);
            if (wanted.getKey().equals(present.getKey())
                    && effect.equals(present.getEffect())
                    && "Exists".equals(present.getOperator())
                    && Objects.requireNonNullElse(present.getValue(), "").isEmpty()) {
                tolerations.set(index, wanted); // Its time limit goes.
                return;
            }
        }
        tolerations.add(wanted);
    }

    /// What the template requires of a node has been looked at: the pod asks for nothing but its own.
    private static Affinity bound(@Nullable Affinity affinity, String node) {
        return (affinity == null ? new AffinityBuilder() : new AffinityBuilder(affinity))
                .editOrNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .withMatchFields(new NodeSelectorRequirementBuilder()
                        .withKey("metadata.name")
                        .withOperator("In")
                        .withValues(node)
                        .build())
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .build();
    }

    private static Optional<String> generation(DaemonSet set) {
        return Optional.of(Metadata.annotation(set, GENERATION_ANNOTATION))
                .filter(generation -> generation.matches("-?[0-9]{1,18}"));
    }
}
