package dev.setpoint.apiserver.authn;

import dev.setpoint.apiserver.pipeline.Evidence;
import dev.setpoint.apiserver.pipeline.User;
import java.time.Instant;

/// Tells who asks.
public interface Authenticator {
    sealed interface Verdict {
        /// @param until when the evidence loses its force
        record Known(User user, Instant until) implements Verdict {}

        /// Nothing was shown.
        enum Anonymous implements Verdict {
            ANONYMOUS
        }

        /// Something was shown, and it is not good.
        enum Refused implements Verdict {
            REFUSED
        }
    }

    Verdict authenticate(Evidence evidence);
}
