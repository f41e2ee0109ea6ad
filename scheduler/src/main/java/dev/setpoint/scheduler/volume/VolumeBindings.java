package dev.setpoint.scheduler.volume;

import java.util.List;

/// What has to be written before a pod can be bound to the node that was chosen for it.
///
/// @param bindings volumes that are there, each to be kept for a claim
/// @param provisions claims for which a volume is to be made
public record VolumeBindings(List<Binding> bindings, List<ClaimFacts> provisions) {
    public static final VolumeBindings NOTHING = new VolumeBindings(List.of(), List.of());

    public record Binding(ClaimFacts claim, VolumeOffer volume) {}

    public boolean isNothing() {
        return bindings.isEmpty() && provisions.isEmpty();
    }
}
