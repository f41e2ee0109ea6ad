package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.machinery.api.ApiError;

/// Sees every call with what became of it, also those that were refused: what an audit log is written from. It must
/// not wait for anything that waits for calls.
public interface CallRecorder {
    /// Before anything else happens with the call. `call.life()` tells later who it is that asks, and when it ends.
    void received(Call call);

    /// @param answer not written yet; what streams goes on until the call's life ends
    void answered(Call call, Answer answer);

    void failed(Call call, ApiError error);

    /// A defect, or a client that was gone before there was an answer.
    void brokenOff(Call call, Throwable cause);
}
