package dev.setpoint.apiserver.pipeline;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

/// What a caller shows of who it is.
public interface Evidence {
    /// What the client proved to hold during the handshake, signed by our authority.
    Optional<X509Certificate> certificate();

    /// The header of that name, or empty text.
    String authorization();

    /// The user that this connection was found to speak for.
    default Optional<ProvenUser> remembered() {
        return Optional.empty();
    }

    /// A certificate belongs to its connection: who it names is found out once.
    default void remember(ProvenUser user) {}

    /// @param until when the evidence loses its force
    record ProvenUser(User user, Instant until) {}

    static Evidence of(Optional<X509Certificate> certificate, String authorization) {
        return new Evidence() {
            @Override
            public Optional<X509Certificate> certificate() {
                return certificate;
            }

            @Override
            public String authorization() {
                return authorization;
            }
        };
    }
}
