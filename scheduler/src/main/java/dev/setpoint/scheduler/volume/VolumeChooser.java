package dev.setpoint.scheduler.volume;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.PodInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds volumes for claims that wait for their first consumer.
///
/// A volume that was chosen is *reserved* until the API shows whose it is, so that no other pod is promised the same.
public final class VolumeChooser {
    private final Volumes volumes;
    private final Map<String, ObjectKey> reserved = new LinkedHashMap<>();

    public VolumeChooser(Volumes volumes) {
        this.volumes = volumes;
    }

    public Volumes volumes() {
        return volumes;
    }

    /// Everything that the pod's unbound claims need on this node; empty when the node cannot give it.
    public Optional<VolumeBindings> plan(PodInfo pod, NodeFacts node) {
        List<ClaimFacts> waiting = waiting(pod);
        if (waiting.isEmpty()) {
            return Optional.of(VolumeBindings.NOTHING);
        }
        List<VolumeBindings.Binding> bindings = new ArrayList<>();
        List<ClaimFacts> provisions = new ArrayList<>();
        Set<String> chosen = new HashSet<>();
        for (ClaimFacts claim : waiting) {
            Optional<VolumeOffer> volume =
                    claim.selectedNode().isEmpty() ? choose(claim, node, chosen) : Optional.empty();
            if (volume.isPresent()) {
                chosen.add(volume.get().name());
                bindings.add(new VolumeBindings.Binding(claim, volume.get()));
            } else if (mayProvision(claim, node)) {
                provisions.add(claim);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new VolumeBindings(List.copyOf(bindings), List.copyOf(provisions)));
    }

    /// The pod's claims that have no volume yet, the smallest first: large volumes are not spent on them.
    private List<ClaimFacts> waiting(PodInfo pod) {
        List<ClaimFacts> waiting = new ArrayList<>();
        for (ObjectKey claimKey : pod.claimKeys()) {
            volumes.claim(claimKey).filter(claim -> !claim.bound()).ifPresent(waiting::add);
        }
        waiting.sort(Comparator.comparingLong(ClaimFacts::bytes));
        return waiting;
    }

    /// One that is kept for the claim already, or else the smallest that will do.
    private Optional<VolumeOffer> choose(ClaimFacts claim, NodeFacts node, Set<String> chosen) {
        List<VolumeOffer> suitable = volumes.candidates(claim).stream()
                .filter(volume -> volume.suits(claim)
                        && volume.reachableFrom(node)
                        && !chosen.contains(volume.name())
                        && claim.key().equals(reserved.getOrDefault(volume.name(), claim.key())))
                .toList();
        return suitable.stream()
                .filter(volume -> volume.owner().map(owner -> owner.is(claim)).orElse(false))
                .findFirst()
                .or(() -> suitable.stream()
                        .filter(volume -> volume.owner().isEmpty() && volume.available())
                        .min(Comparator.comparingLong(VolumeOffer::bytes).thenComparing(VolumeOffer::name)));
    }

    private boolean mayProvision(ClaimFacts claim, NodeFacts node) {
        boolean here = claim.selectedNode().isEmpty() || claim.selectedNode().equals(node.name());
        return here
                && volumes.storageClass(claim.storageClass())
                        .map(storageClass -> storageClass.provisionsAt(node))
                        .orElse(false);
    }

    public void reserve(VolumeBindings plan) {
        plan.bindings()
                .forEach(binding ->
                        reserved.put(binding.volume().name(), binding.claim().key()));
    }

    public void release(VolumeBindings plan) {
        plan.bindings().forEach(binding -> reserved.remove(binding.volume().name()));
    }

    /// Whether every claim of the pod has its volume.
    public boolean allBound(PodInfo pod) {
        return pod.claimKeys().stream()
                .allMatch(claimKey ->
                        volumes.claim(claimKey).map(ClaimFacts::bound).orElse(false));
    }
}
