package dev.setpoint.apiserver.pipeline;

/// Answers calls. Each stage of a call's way is one, and hands on to the next.
public interface Pipeline {
    /// @throws dev.setpoint.machinery.api.ApiException for every failure that is the caller's or the world's
    Answer handle(Call call);
}
