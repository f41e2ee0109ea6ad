package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.authn.Authenticator;
import dev.setpoint.apiserver.authn.Authenticator.Verdict;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Caller;
import dev.setpoint.apiserver.pipeline.Evidence;
import dev.setpoint.apiserver.pipeline.Evidence.ProvenUser;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// Finds out who calls: somebody with a name, or nobody in particular when nothing was shown. Whoever shows something
/// false is refused.
final class Authenticated implements Pipeline {
    private final Authenticator authenticator;
    private final Supplier<Instant> now;
    private final Pipeline next;

    Authenticated(Authenticator authenticator, Supplier<Instant> now, Pipeline next) {
        this.authenticator = authenticator;
        this.now = now;
        this.next = next;
    }

    @Override
    public Answer handle(Call call) {
        return switch (call.caller()) {
            case Caller.Known(var user) -> {
                call.life().identified(user);
                yield next.handle(call);
            }
            case Caller.Unproven(var evidence) -> {
                User user = user(evidence);
                call.life().identified(user);
                yield next.handle(call.by(user));
            }
        };
    }

    private User user(Evidence evidence) {
        Optional<ProvenUser> remembered = evidence.remembered();
        if (remembered.isPresent()) {
            return stillGood(remembered.get());
        }
        return switch (authenticator.authenticate(evidence)) {
            case Verdict.Known(var user, var until) -> {
                ProvenUser proven = new ProvenUser(user, until);
                evidence.remember(proven);
                yield stillGood(proven);
            }
            case Verdict.Anonymous _ -> User.ANONYMOUS;
            case Verdict.Refused _ -> throw new ApiException(new ApiError.Unauthorized());
        };
    }

    private User stillGood(ProvenUser proven) {
        if (now.get().isBefore(proven.until())) {
            return proven.user();
        }
        throw new ApiException(new ApiError.Unauthorized());
    }
}
