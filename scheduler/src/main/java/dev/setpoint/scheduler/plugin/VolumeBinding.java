package dev.setpoint.scheduler.plugin;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.ClaimUse;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.volume.ClaimFacts;
import dev.setpoint.scheduler.volume.ClassFacts;
import dev.setpoint.scheduler.volume.VolumeChooser;
import dev.setpoint.scheduler.volume.VolumeOffer;
import dev.setpoint.scheduler.volume.Volumes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps pods on nodes from which their volumes can be reached, or where those can be had that are to be made for them.
public final class VolumeBinding implements Filter {
    private static final Rejection NO_VOLUME = Rejection.hopeless(
            Plugin.VOLUME_BINDING, "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)");
    private static final Rejection OUT_OF_REACH =
            Rejection.hopeless(Plugin.VOLUME_BINDING, "node(s) didn't match PersistentVolume's node affinity");
    private static final Rejection NONE_TO_BIND =
            Rejection.hopeless(Plugin.VOLUME_BINDING, "node(s) didn't find available persistent volumes to bind");

    private final VolumeChooser chooser;
    private final Volumes volumes;

    public VolumeBinding(VolumeChooser chooser) {
        this.chooser = chooser;
        this.volumes = chooser.volumes();
    }

    @Override
    public Plugin plugin() {
        return Plugin.VOLUME_BINDING;
    }

    @Override
    public Optional<String> refuse(PendingPod pod, ClusterState cluster) {
        for (ClaimUse use : pod.pod().claims()) {
            Optional<String> refusal = refuse(pod, use);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        for (ClaimUse use : pod.pod().claims()) {
            ClaimFacts claim = claim(pod, use).orElseThrow();
            if (!claim.bound()) {
                Optional<String> refusal = refuseUnbound(claim);
                if (refusal.isPresent()) {
                    return refusal;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> refuse(PendingPod pod, ClaimUse use) {
        Optional<ClaimFacts> found = claim(pod, use);
        String quoted = "\"" + use.name() + "\"";
        if (found.isEmpty()) {
            return Optional.of(
                    use.ephemeral()
                            ? "waiting for ephemeral volume controller to create the persistentvolumeclaim " + quoted
                            : "persistentvolumeclaim " + quoted + " not found");
        }
        ClaimFacts claim = found.get();
        if (claim.lost()) {
            return Optional.of("persistentvolumeclaim " + quoted + " bound to non-existent persistentvolume \""
                    + claim.volumeName() + "\"");
        }
        if (claim.deleting()) {
            return Optional.of("persistentvolumeclaim " + quoted + " is being deleted");
        }
        if (use.ephemeral() && !claim.ownerUids().contains(pod.pod().uid())) {
            return Optional.of("PVC " + claim.key() + " was not created for pod " + pod + " (pod is not owner)");
        }
        return Optional.empty();
    }

    /// A claim that waits for its first consumer gets its volume with the node; any other must have it before.
    private Optional<String> refuseUnbound(ClaimFacts claim) {
        String name = claim.storageClass();
        Optional<ClassFacts> storageClass = volumes.storageClass(name);
        if (!name.isEmpty() && storageClass.isEmpty()) {
            return Optional.of("storageclass.storage.k8s.io \"" + name + "\" not found");
        }
        boolean waits = storageClass.map(ClassFacts::waits).orElse(false)
                && claim.volumeName().isEmpty();
        return waits ? Optional.empty() : Optional.of("pod has unbound immediate PersistentVolumeClaims");
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        if (pod.pod().claims().isEmpty()) {
            return Optional.empty();
        }
        List<Optional<VolumeOffer>> bound = new ArrayList<>();
        for (ClaimUse use : pod.pod().claims()) {
            claim(pod, use).filter(ClaimFacts::bound).ifPresent(claim -> bound.add(volumes.volume(claim.volumeName())));
        }
        return Optional.of(node -> reject(pod, bound, node));
    }

    private @Nullable Rejection reject(PendingPod pod, List<Optional<VolumeOffer>> bound, NodeInfo node) {
        for (Optional<VolumeOffer> volume : bound) {
            if (volume.isEmpty()) {
                return NO_VOLUME;
            }
            if (!volume.get().reachableFrom(node.facts())) {
                return OUT_OF_REACH;
            }
        }
        return chooser.plan(pod.pod(), node.facts()).isEmpty() ? NONE_TO_BIND : null;
    }

    private Optional<ClaimFacts> claim(PendingPod pod, ClaimUse use) {
        return volumes.claim(new ObjectKey(pod.pod().namespace(), use.name()));
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        return change.mayBringStorageInReach();
    }
}
