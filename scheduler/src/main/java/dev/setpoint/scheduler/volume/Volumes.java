package dev.setpoint.scheduler.volume;

import dev.setpoint.client.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// What there is of storage, as the API shows it now.
public interface Volumes {
    Optional<ClaimFacts> claim(ObjectKey key);

    Optional<VolumeOffer> volume(String name);

    /// The volumes that are kept for the claim, and those of its class that are kept for nobody, each by name.
    List<VolumeOffer> candidates(ClaimFacts claim);

    Optional<ClassFacts> storageClass(String name);

    /// How many volumes of a driver a node can attach; empty when it says nothing of it.
    OptionalLong attachable(String node, String driver);
}
