package dev.setpoint.apiserver.authn;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;

/// Key pairs. New ones are on the curve P-256, which takes a millisecond to make where RSA takes a second; RSA keys
/// that
/// somebody put into the folder work as well.
final class Keys {
    static final String ALGORITHM = "EC";

    private Keys() {}

    static KeyPair generate(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // Every JDK has this curve.
        }
    }

    static String signatureAlgorithm(PrivateKey key) {
        return switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> throw new IllegalArgumentException("key: " + key.getAlgorithm() + " (expected: EC or RSA)");
        };
    }
}
