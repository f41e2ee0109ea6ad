package dev.setpoint.apiserver.authn;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;

/// A certificate with its private key.
public record Credential(X509Certificate certificate, PrivateKey key) {
    public String certificatePem() {
        return Pem.encode(certificate);
    }

    public String keyPem() {
        return Pem.encode(key);
    }

    /// Whether the key is the one that the certificate speaks of, shown by a signature.
    boolean matches() {
        byte[] probe = {1, 2, 3};
        String algorithm = Keys.signatureAlgorithm(key);
        try {
            Signature signer = Signature.getInstance(algorithm);
            signer.initSign(key);
            signer.update(probe);
            byte[] signature = signer.sign();
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(certificate.getPublicKey());
            verifier.update(probe);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false; // Keys of different kinds.
        }
    }

    /// Without the key.
    @Override
    public String toString() {
        return certificate.getSubjectX500Principal().getName();
    }
}
