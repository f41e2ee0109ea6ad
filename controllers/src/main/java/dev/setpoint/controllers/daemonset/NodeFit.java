package dev.setpoint.controllers.daemonset;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Tolerations;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Whether a node is one for the pods of a DaemonSet.
enum NodeFit {
    /// A pod belongs there.
    RUN,
    /// A pod that is there may stay, but none is begun.
    KEEP,
    /// No pod belongs there.
    NONE;

    static NodeFit of(DaemonSet set, Node node) {
        PodSpec spec = set.getSpec().getTemplate().getSpec();
        boolean named = spec.getNodeName() == null
                || spec.getNodeName().isEmpty()
                || spec.getNodeName().equals(Metadata.name(node));
        if (!named || !selected(spec, node)) {
            return NONE;
        }
        List<Toleration> tolerations = DaemonTemplates.tolerations(spec);
        if (tolerates(tolerations, node, "NoSchedule") && tolerates(tolerations, node, "NoExecute")) {
            return RUN;
        }
        return tolerates(tolerations, node, "NoExecute") ? KEEP : NONE;
    }

    private static boolean selected(PodSpec spec, Node node) {
        boolean labelled = Metadata.orEmpty(spec.getNodeSelector()).entrySet().stream()
                .allMatch(label -> label.getValue().equals(Metadata.labels(node).get(label.getKey())));
        return labelled
                && Optional.ofNullable(spec.getAffinity())
                        .map(affinity -> affinity.getNodeAffinity())
                        .map(affinity -> affinity.getRequiredDuringSchedulingIgnoredDuringExecution())
                        .map(required ->
                                required.getNodeSelectorTerms().stream().anyMatch(term -> holds(term, node)))
                        .orElse(true);
    }

    /// A term that asks for nothing selects nothing.
    private static boolean holds(NodeSelectorTerm term, Node node) {
        boolean empty =
                term.getMatchExpressions().isEmpty() && term.getMatchFields().isEmpty();
        return !empty
                && term.getMatchExpressions().stream()
                        .allMatch(wanted -> holds(wanted, Metadata.labels(node).get(wanted.getKey())))
                && term.getMatchFields().stream()
                        .allMatch(wanted ->
                                "metadata.name".equals(wanted.getKey()) && holds(wanted, Metadata.name(node)));
    }

    private static boolean holds(NodeSelectorRequirement wanted, @Nullable String value) {
        return switch (wanted.getOperator()) {
            case "In" -> value != null && wanted.getValues().contains(value);
            case "NotIn" -> value == null || !wanted.getValues().contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" ->
                value != null
                        && compared(value, wanted).filter(order -> order > 0).isPresent();
            case "Lt" ->
                value != null
                        && compared(value, wanted).filter(order -> order < 0).isPresent();
            default -> false;
        };
    }

    /// Empty when one of the two is no number.
    private static Optional<Integer> compared(String value, NodeSelectorRequirement wanted) {
        String bound = wanted.getValues().isEmpty() ? "" : wanted.getValues().getFirst();
        return value.matches("-?[0-9]{1,18}") && bound.matches("-?[0-9]{1,18}")
                ? Optional.of(Long.compare(Long.parseLong(value), Long.parseLong(bound)))
                : Optional.empty();
    }

    private static boolean tolerates(List<Toleration> tolerations, Node node, String effect) {
        return node.getSpec() == null
                || node.getSpec().getTaints().stream()
                        .filter(taint -> effect.equals(taint.getEffect()))
                        .allMatch(taint -> Tolerations.anyTolerates(tolerations, taint));
    }
}
