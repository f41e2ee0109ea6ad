package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.pipeline.Request;

/// Decides whether a user may do what it asks.
public interface Authorizer {
    /// @throws dev.setpoint.machinery.api.ApiException `Forbidden` when it may not
    void authorize(Request request);
}
