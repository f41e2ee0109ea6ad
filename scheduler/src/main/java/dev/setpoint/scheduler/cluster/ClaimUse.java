package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;

/// A claim that a pod mounts.
///
/// @param ephemeral whether it is made for this pod alone and named after it
public record ClaimUse(String name, boolean ephemeral) {
    static List<ClaimUse> read(Pod pod) {
        List<ClaimUse> claims = new ArrayList<>(0);
        for (Volume volume : pod.getSpec().getVolumes()) {
            if (volume.getPersistentVolumeClaim() != null) {
                claims.add(new ClaimUse(volume.getPersistentVolumeClaim().getClaimName(), false));
            } else if (volume.getEphemeral() != null) {
                claims.add(new ClaimUse(pod.getMetadata().getName() + "-" + volume.getName(), true));
            }
        }
        return List.copyOf(claims);
    }
}
