package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.Status;

/// Counts calls, those under way and those that were answered.
final class Measured implements Pipeline {
    private static final int DEFECT = 500;

    private final CallMetrics metrics;
    private final Pipeline next;

    Measured(CallMetrics metrics, Pipeline next) {
        this.metrics = metrics;
        this.next = next;
    }

    @Override
    public Answer handle(Call call) {
        metrics.begun(call);
        try {
            Answer answer = next.handle(call);
            metrics.answered(call, answer.code());
            return answer;
        } catch (ApiException e) {
            metrics.answered(call, Status.of(e.error()).code());
            throw e;
        } catch (RuntimeException | Error e) {
            metrics.answered(call, DEFECT);
            throw e;
        }
    }
}
