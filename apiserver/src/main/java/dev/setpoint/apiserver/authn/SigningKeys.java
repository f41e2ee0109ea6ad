package dev.setpoint.apiserver.authn;

import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Instant;

/// What a control plane signs with: certificates and the tokens of service accounts.
///
/// @param random for new keys and signatures
public record SigningKeys(Credential authority, KeyPair serviceAccounts, SecureRandom random) {
    /// New ones, which nobody keeps: for a control plane that lives as long as its process.
    public static SigningKeys create(Instant now, SecureRandom random) {
        return new SigningKeys(CertificateAuthority.create(now, random).credential(), Keys.generate(random), random);
    }

    public ServiceAccountTokens tokens() {
        return new ServiceAccountTokens(() -> this);
    }

    /// Without the keys.
    @Override
    public String toString() {
        return "the keys of " + authority;
    }
}
