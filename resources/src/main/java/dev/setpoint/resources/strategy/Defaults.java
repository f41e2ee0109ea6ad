package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.json.JsonObject;

/// What Kubernetes fills in on every decode.
@FunctionalInterface
public non-sealed interface Defaults extends Aspect {
    /// Of kinds in which nothing is filled in.
    Defaults NONE = _ -> {};

    /// Fills what the caller left out, in place. Defaulting twice is defaulting once.
    void applyDefaults(JsonObject object);
}
