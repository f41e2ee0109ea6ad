package dev.setpoint.controllers.nodelifecycle;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The taints that follow from a node's conditions.
final class NodeTaints {
    static final String NOT_READY = "node.kubernetes.io/not-ready";
    static final String UNREACHABLE = "node.kubernetes.io/unreachable";

    private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
    private static final Map<String, String> BY_CONDITION = new LinkedHashMap<>();

    static {
        BY_CONDITION.put("MemoryPressure", "node.kubernetes.io/memory-pressure");
        BY_CONDITION.put("DiskPressure", "node.kubernetes.io/disk-pressure");
        BY_CONDITION.put("NetworkUnavailable", "node.kubernetes.io/network-unavailable");
        BY_CONDITION.put("PIDPressure", "node.kubernetes.io/pid-pressure");
    }

    private NodeTaints() {}

    static List<Taint> of(Node node) {
        return node.getSpec() == null ? List.of() : node.getSpec().getTaints();
    }

    static boolean same(Taint taint, String key, String effect) {
        return key.equals(taint.getKey()) && effect.equals(taint.getEffect());
    }

    /// The key under which a node in this state is left, empty when it is well. One that has not spoken yet has a
    /// while to do so: until then nothing is held against it.
    static Optional<String> trouble(List<NodeCondition> conditions) {
        return NodeConditions.find(conditions, "Ready").flatMap(ready -> switch (ready.getStatus()) {
            case "True" -> Optional.empty();
            case "False" -> Optional.of(NOT_READY);
            default -> Optional.of(UNREACHABLE);
        });
    }

    /// The node's taints with those of this loop as they should be. Whatever drives pods off carries the
    /// time since when it does, whoever put it there: tolerations count from it.
    ///
    /// @param evicting whether pods are to be driven off the node if it is in trouble
    static List<Taint> wanted(Node node, List<NodeCondition> conditions, boolean evicting, Instant now) {
        List<String> noSchedule = new ArrayList<>();
        trouble(conditions).ifPresent(noSchedule::add);
        if (node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
            noSchedule.add(UNSCHEDULABLE);
        }
        BY_CONDITION.forEach((type, key) -> {
            if (NodeConditions.holds(conditions, type)) {
                noSchedule.add(key);
            }
        });
        List<String> noExecute = evicting ? trouble(conditions).stream().toList() : List.of();
        List<Taint> taints = new ArrayList<>();
        for (Taint taint : of(node)) {
            boolean kept = switch (taint.getEffect()) {
                case "NoSchedule" -> !manages(taint.getKey()) || noSchedule.contains(taint.getKey());
                case "NoExecute" -> !drives(taint.getKey()) || noExecute.contains(taint.getKey());
                default -> true;
            };
            if (kept) {
                taints.add(dated(taint, now));
            }
        }
        noSchedule.forEach(key -> add(taints, key, "NoSchedule", now));
        noExecute.forEach(key -> add(taints, key, "NoExecute", now));
        return taints;
    }

    private static Taint dated(Taint taint, Instant now) {
        return "NoExecute".equals(taint.getEffect()) && taint.getTimeAdded() == null
                ? new TaintBuilder(taint).withTimeAdded(Timestamps.seconds(now)).build()
                : taint;
    }

    private static void add(List<Taint> taints, String key, String effect, Instant now) {
        if (taints.stream().noneMatch(taint -> same(taint, key, effect))) {
            taints.add(new TaintBuilder()
                    .withKey(key)
                    .withEffect(effect)
                    .withTimeAdded(Timestamps.seconds(now))
                    .build());
        }
    }

    private static boolean drives(String key) {
        return key.equals(NOT_READY) || key.equals(UNREACHABLE);
    }

    private static boolean manages(String key) {
        return drives(key) || key.equals(UNSCHEDULABLE) || BY_CONDITION.containsValue(key);
    }
}
