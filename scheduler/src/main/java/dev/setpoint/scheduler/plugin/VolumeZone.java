package dev.setpoint.scheduler.plugin;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.volume.VolumeOffer;
import dev.setpoint.scheduler.volume.Volumes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps pods in the zones and regions that their volumes are labelled with. A node that says nothing of where it is
/// takes any volume.
public final class VolumeZone implements Filter {
    private static final Rejection ELSEWHERE =
            Rejection.hopeless(Plugin.VOLUME_ZONE, "node(s) had no available volume zone");
    private static final List<String> LABELS = List.of(
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region",
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region");

    private final Volumes volumes;

    public VolumeZone(Volumes volumes) {
        this.volumes = volumes;
    }

    @Override
    public Plugin plugin() {
        return Plugin.VOLUME_ZONE;
    }

    /// One place that a volume asks for: several zones stand in one label, `a__b`.
    private record Place(String label, List<String> values) {}

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        List<Place> places = new ArrayList<>();
        for (ObjectKey claimKey : pod.pod().claimKeys()) {
            volumes.claim(claimKey)
                    .flatMap(claim -> volumes.volume(claim.volumeName()))
                    .ifPresent(volume -> places.addAll(places(volume)));
        }
        if (places.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(node -> isElsewhere(node.facts().labels(), places) ? ELSEWHERE : null);
    }

    private static List<Place> places(VolumeOffer volume) {
        List<Place> places = new ArrayList<>();
        for (String label : LABELS) {
            String value = volume.labels().get(label);
            if (value != null) {
                places.add(new Place(label, List.of(value.split("__"))));
            }
        }
        return places;
    }

    private static boolean isElsewhere(Map<String, String> node, List<Place> places) {
        return LABELS.stream().anyMatch(node::containsKey)
                && places.stream().anyMatch(place -> !place.values().contains(node.getOrDefault(place.label(), "")));
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return change.mayBringStorageInReach();
    }
}
