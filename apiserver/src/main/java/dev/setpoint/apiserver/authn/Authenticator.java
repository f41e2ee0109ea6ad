package dev.setpoint.apiserver.authn;

import dev.setpoint.apiserver.pipeline.User;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

/// Tells who asks.
public interface Authenticator {
    /// @param certificate what the client proved to hold during the handshake, signed by our authority
    /// @param authorization the header of that name, or empty text
    record Evidence(Optional<X509Certificate> certificate, String authorization) {}

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
