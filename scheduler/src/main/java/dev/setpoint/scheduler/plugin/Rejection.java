package dev.setpoint.scheduler.plugin;

import java.util.List;

/// Why a node does not do, in Kubernetes' words.
///
/// @param resolvable whether it could do if pods on it gave way
public record Rejection(Plugin plugin, List<String> reasons, boolean resolvable) {
    static Rejection hopeless(Plugin plugin, String reason) {
        return new Rejection(plugin, List.of(reason), false);
    }

    static Rejection resolvable(Plugin plugin, String reason) {
        return new Rejection(plugin, List.of(reason), true);
    }
}
