package dev.setpoint.simulation;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.apiserver.stages.CallRecorder;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.util.Optional;
import java.util.function.Predicate;

/// Notes the first call that was refused because its caller may not make it. A refusal by admission says nothing
/// against the rights of whoever was refused.
final class Refusals implements CallRecorder {
    /// Who says what a caller may, and what is there.
    private record Judge(Authorizer authorizer, Predicate<Target> there) {}

    private Optional<Judge> judge = Optional.empty();
    private Optional<Finding> first = Optional.empty();

    /// @param authorizer of the server that is recorded
    /// @param there whether there is such an object now
    void judgeBy(Authorizer authorizer, Predicate<Target> there) {
        judge = Optional.of(new Judge(authorizer, there));
    }

    Optional<Finding> first() {
        return first;
    }

    @Override
    public void failed(Call call, ApiError error) {
        if (first.isEmpty() && error instanceof ApiError.Forbidden) {
            if (!judge.map(each -> allows(each, call)).orElse(true)) {
                first = Optional.of(new Finding(
                        Oracle.RIGHTS, call.userAgent() + " was refused: " + new ApiException(error).getMessage()));
            }
        }
    }

    /// An update or an apply of what is not there is a creation as well.
    private static boolean allows(Judge judge, Call call) {
        boolean creates = switch (call.question()) {
            case Question.OfResource(var verb, var target) ->
                (verb == Verb.UPDATE || verb == Verb.PATCH)
                        && target.subresource().isEmpty()
                        && !judge.there.test(target);
            case Question.OfPath _, Question.OfNothing _ -> false;
        };
        return judge.authorizer.allows(Attributes.of(call))
                && (!creates || judge.authorizer.allows(Attributes.toCreate(call)));
    }

    @Override
    public void received(Call call) {}

    @Override
    public void answered(Call call, Answer answer) {}

    @Override
    public void brokenOff(Call call, Throwable cause) {}
}
