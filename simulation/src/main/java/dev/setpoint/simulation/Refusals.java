package dev.setpoint.simulation;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.stages.CallRecorder;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.util.Optional;

/// Notes the first call that was refused because its caller may not make it. A refusal by admission says nothing
/// against the rights of whoever was refused.
final class Refusals implements CallRecorder {
    private Optional<Authorizer> authorizer = Optional.empty();
    private Optional<Finding> first = Optional.empty();

    /// @param newAuthorizer of the server that is recorded
    void judgeBy(Authorizer newAuthorizer) {
        authorizer = Optional.of(newAuthorizer);
    }

    Optional<Finding> first() {
        return first;
    }

    @Override
    public void failed(Call call, ApiError error) {
        if (first.isEmpty() && error instanceof ApiError.Forbidden) {
            Attributes wanted = Attributes.of(call);
            boolean allowed = authorizer.map(judge -> judge.allows(wanted)).orElse(true);
            if (!allowed) {
                first = Optional.of(new Finding(
                        Oracle.RIGHTS, call.userAgent() + " was refused: " + new ApiException(error).getMessage()));
            }
        }
    }

    @Override
    public void received(Call call) {}

    @Override
    public void answered(Call call, Answer answer) {}

    @Override
    public void brokenOff(Call call, Throwable cause) {}
}
