package dev.setpoint.apiserver.authn;

import dev.setpoint.apiserver.pipeline.Evidence;
import java.util.Locale;

/// Knows callers by their certificate, or else by their bearer token. Whoever shows a
/// token that is not good is refused, also where nothing need be shown.
public final class TokenAuthenticator implements Authenticator {
    private static final String BEARER = "bearer ";

    private final Authenticator certificates = new CertificateAuthenticator();
    private final TokenChecker tokens;

    public TokenAuthenticator(TokenChecker tokens) {
        this.tokens = tokens;
    }

    @Override
    public Verdict authenticate(Evidence evidence) {
        boolean bearer = evidence.authorization().toLowerCase(Locale.ROOT).startsWith(BEARER);
        if (evidence.certificate().isPresent() || !bearer) {
            return certificates.authenticate(evidence);
        }
        String token = evidence.authorization().substring(BEARER.length()).strip();
        return switch (tokens.check(token, tokens.ownAudiences())) {
            case TokenChecker.Outcome.Good(var user, var _, var until) -> new Verdict.Known(user, until);
            case TokenChecker.Outcome.Bad _ -> Verdict.Refused.REFUSED;
        };
    }
}
