package dev.setpoint.server.process;

import dev.setpoint.apiserver.authn.RequestSigner;
import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.authn.TokenClaims.Bound;
import dev.setpoint.base.Env;
import dev.setpoint.controllers.Trust;
import java.util.function.Function;
import java.util.function.Supplier;

/// Lends a cluster's keys to its controllers, who never see them.
public final class Signing {
    private Signing() {}

    /// @param keys asked for when the controllers begin
    public static Function<Env, Trust> with(Supplier<SigningKeys> keys) {
        return env -> {
            SigningKeys signing = keys.get();
            ServiceAccountTokens tokens = signing.tokens();
            return new Trust(
                    signing.authority().certificatePem(),
                    (namespace, secret, account, uid) -> tokens.signLegacy(namespace, secret, new Bound(account, uid)),
                    new Signer(env, new RequestSigner(signing)));
        };
    }
}
