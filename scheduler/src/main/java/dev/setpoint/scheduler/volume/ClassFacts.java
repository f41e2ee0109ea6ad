package dev.setpoint.scheduler.volume;

import dev.setpoint.scheduler.cluster.NodeFacts;
import io.fabric8.kubernetes.api.model.TopologySelectorTerm;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A class of volumes.
///
/// @param waits whether its claims wait for their first consumer
/// @param topologies where volumes can be provisioned, labels with the values that will do; empty when everywhere
public record ClassFacts(String provisioner, boolean waits, List<Map<String, List<String>>> topologies) {
    private static final String NONE = "kubernetes.io/no-provisioner";

    static ClassFacts read(StorageClass storageClass) {
        return new ClassFacts(
                storageClass.getProvisioner(),
                "WaitForFirstConsumer".equals(storageClass.getVolumeBindingMode()),
                storageClass.getAllowedTopologies().stream()
                        .map(ClassFacts::labels)
                        .toList());
    }

    private static Map<String, List<String>> labels(TopologySelectorTerm term) {
        Map<String, List<String>> labels = new LinkedHashMap<>();
        term.getMatchLabelExpressions()
                .forEach(expression -> labels.put(expression.getKey(), List.copyOf(expression.getValues())));
        return labels;
    }

    public boolean provisionsAt(NodeFacts node) {
        if (provisioner.equals(NONE)) {
            return false;
        }
        return topologies.isEmpty()
                || topologies.stream()
                        .anyMatch(labels -> labels.entrySet().stream()
                                .allMatch(label ->
                                        label.getValue().contains(node.labels().getOrDefault(label.getKey(), ""))));
    }
}
