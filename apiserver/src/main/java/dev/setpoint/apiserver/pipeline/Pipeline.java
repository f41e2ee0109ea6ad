package dev.setpoint.apiserver.pipeline;

/// Answers requests for resources.
public interface Pipeline {
    /// @throws dev.setpoint.machinery.api.ApiException for every failure that is the caller's or the world's
    Response handle(Request request);
}
