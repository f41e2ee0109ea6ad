package dev.setpoint.scheduler.cluster;

import dev.setpoint.client.ObjectKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;

/// A pod as a node feels it: who it is and what it takes. Small, because there is one for every pod of the cluster.
///
/// @param generation of the specification that this was read from
/// @param held what it holds of the node; during a resize the larger of before and after
/// @param resizing whether `held` differs from what the specification asks for, so that its status matters
/// @param scoring CPU and memory as scoring counts them, with defaults for containers that say nothing
/// @param claims the claims of its volumes, in its namespace
public record PodInfo(
        ObjectKey key,
        String uid,
        long generation,
        Map<String, String> labels,
        boolean terminating,
        int priority,
        Resources held,
        boolean resizing,
        Resources scoring,
        List<HostPort> hostPorts,
        PodAffinity affinity,
        List<ClaimUse> claims) {
    public static PodInfo read(Pod pod) {
        var metadata = pod.getMetadata();
        Resources held = PodRequests.held(pod);
        Integer priority = pod.getSpec().getPriority();
        return new PodInfo(
                ObjectKey.of(pod),
                metadata.getUid(),
                metadata.getGeneration() == null ? 0 : metadata.getGeneration(),
                metadata.getLabels() == null ? Map.of() : metadata.getLabels(),
                metadata.getDeletionTimestamp() != null,
                priority == null ? 0 : priority,
                held,
                !held.equals(PodRequests.specified(pod)),
                PodRequests.forScoring(pod),
                HostPort.read(pod.getSpec()),
                PodAffinity.read(pod.getSpec(), metadata.getNamespace()),
                ClaimUse.read(pod));
    }

    /// The same pod with labels and life as its header tells, which may change while the specification does not.
    public PodInfo with(Map<String, String> newLabels, boolean nowTerminating) {
        return new PodInfo(
                key,
                uid,
                generation,
                newLabels,
                nowTerminating,
                priority,
                held,
                resizing,
                scoring,
                hostPorts,
                affinity,
                claims);
    }

    /// The same pod, holding the labels and the affinity of its class instead of equal ones of its own.
    PodInfo sharing(PodClass.Identity shared) {
        return new PodInfo(
                key,
                uid,
                generation,
                shared.labels(),
                terminating,
                priority,
                held,
                resizing,
                scoring,
                hostPorts,
                shared.affinity(),
                claims);
    }

    /// The claims that it mounts.
    public List<ObjectKey> claimKeys() {
        return claims.isEmpty()
                ? List.of()
                : claims.stream()
                        .map(use -> new ObjectKey(key.namespace(), use.name()))
                        .distinct()
                        .toList();
    }

    public String namespace() {
        return key.namespace();
    }

    /// As Kubernetes writes it in messages.
    @Override
    public String toString() {
        return key.toString();
    }
}
