package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.machinery.api.ApiException;

/// Shows every call to a recorder, with its end.
final class Recorded implements Pipeline {
    private final CallRecorder recorder;
    private final Pipeline next;

    Recorded(CallRecorder recorder, Pipeline next) {
        this.recorder = recorder;
        this.next = next;
    }

    @Override
    public Answer handle(Call call) {
        recorder.received(call);
        try {
            Answer answer = next.handle(call);
            recorder.answered(call, answer);
            return answer;
        } catch (ApiException e) {
            recorder.failed(call, e.error());
            throw e;
        } catch (RuntimeException | Error e) {
            recorder.brokenOff(call, e);
            throw e;
        }
    }
}
