package dev.setpoint.apiserver.authn;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The one key that a side of a connection shows, whoever asks. A key store would do the same after it has
/// encrypted the key and decrypted it again, which takes a tenth of the time to start.
final class OwnKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";

    private final Credential credential;

    OwnKey(Credential credential) {
        this.credential = credential;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {credential.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return credential.key();
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return aliasFor(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return aliasFor(keyType);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return anyOf(keyTypes);
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return anyOf(keyTypes);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return aliases(keyType);
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return aliases(keyType);
    }

    private @Nullable String anyOf(String[] keyTypes) {
        return List.of(keyTypes).stream().anyMatch(this::fits) ? ALIAS : null;
    }

    private @Nullable String aliasFor(String keyType) {
        return fits(keyType) ? ALIAS : null;
    }

    private String @Nullable [] aliases(String keyType) {
        return fits(keyType) ? new String[] {ALIAS} : null;
    }

    /// A type may name, after an underscore, who signed the certificate: `EC_RSA`.
    private boolean fits(String keyType) {
        int end = keyType.indexOf('_');
        return credential.key().getAlgorithm().equals(end < 0 ? keyType : keyType.substring(0, end));
    }
}
