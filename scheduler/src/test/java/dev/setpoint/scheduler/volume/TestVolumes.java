package dev.setpoint.scheduler.volume;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.scheduler.cluster.Siblings;
import dev.setpoint.scheduler.plugin.Profile;
import dev.setpoint.scheduler.plugin.ProfileOptions;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Storage that a test declares.
public final class TestVolumes implements Volumes {
    private final Map<ObjectKey, ClaimFacts> claims = new LinkedHashMap<>();
    private final Map<String, VolumeOffer> volumes = new TreeMap<>();
    private final Map<String, ClassFacts> classes = new LinkedHashMap<>();
    private final Map<String, Long> attachable = new LinkedHashMap<>();

    /// The default profile where there is no storage at all.
    public static Profile profile() {
        return Profile.of(ProfileOptions.DEFAULT, Siblings.UNKNOWN, new VolumeChooser(new TestVolumes()));
    }

    public TestVolumes with(PersistentVolumeClaim claim) {
        claims.put(ObjectKey.of(claim), ClaimFacts.read(claim));
        return this;
    }

    public TestVolumes with(PersistentVolume volume) {
        volumes.put(volume.getMetadata().getName(), VolumeOffer.read(volume));
        return this;
    }

    public TestVolumes with(StorageClass storageClass) {
        classes.put(storageClass.getMetadata().getName(), ClassFacts.read(storageClass));
        return this;
    }

    public TestVolumes attachable(String node, String driver, long count) {
        attachable.put(node + " " + driver, count);
        return this;
    }

    @Override
    public Optional<ClaimFacts> claim(ObjectKey key) {
        return Optional.ofNullable(claims.get(key));
    }

    @Override
    public Optional<VolumeOffer> volume(String name) {
        return Optional.ofNullable(volumes.get(name));
    }

    @Override
    public List<VolumeOffer> candidates(ClaimFacts claim) {
        return volumes.values().stream()
                .filter(volume -> volume.owner()
                        .map(owner -> owner.claim().equals(claim.key()))
                        .orElse(volume.storageClass().equals(claim.storageClass())))
                .toList();
    }

    @Override
    public Optional<ClassFacts> storageClass(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    @Override
    public OptionalLong attachable(String node, String driver) {
        Long count = attachable.get(node + " " + driver);
        return count == null ? OptionalLong.empty() : OptionalLong.of(count);
    }
}
