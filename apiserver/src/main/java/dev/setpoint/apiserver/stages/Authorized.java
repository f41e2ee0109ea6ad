package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.authz.Attributes;
import dev.setpoint.apiserver.authz.Authorizer;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.machinery.api.ApiException;

/// Refuses whoever may not ask: they learn nothing, not even whether there is such a path. What is wrong with the
/// request itself is told only then.
final class Authorized implements Pipeline {
    private final Authorizer authorizer;
    private final Pipeline next;

    Authorized(Authorizer authorizer, Pipeline next) {
        this.authorizer = authorizer;
        this.next = next;
    }

    @Override
    public Answer handle(Call call) {
        authorizer.require(Attributes.of(call));
        if (call.fault().isPresent()) {
            throw new ApiException(call.fault().get());
        }
        return next.handle(call);
    }
}
