package dev.setpoint.apiserver.authn;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/// Certificates and keys as text between `BEGIN` and `END` lines. Private keys are PKCS#8, public ones X.509.
final class Pem {
    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Pem() {}

    static String encode(Certificate certificate) {
        try {
            return encode("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException(e); // It was decoded or built before, so it has an encoding.
        }
    }

    static String encode(PrivateKey key) {
        return encode("PRIVATE KEY", encoded(key));
    }

    /// An EC key in its older form, with `EC` in the label and the public key inside: the only form that all clients
    /// recognise.
    static String encodeForClients(PrivateKey key, PublicKey publicKey) {
        if (!(key instanceof ECPrivateKey curveKey)) {
            return encode(key);
        }
        PrivateKeyInfo info = PrivateKeyInfo.getInstance(encoded(key));
        var older = new org.bouncycastle.asn1.sec.ECPrivateKey(
                curveKey.getParams().getOrder().bitLength(),
                curveKey.getS(),
                SubjectPublicKeyInfo.getInstance(encoded(publicKey)).getPublicKeyData(),
                info.getPrivateKeyAlgorithm().getParameters());
        try {
            return encode("EC PRIVATE KEY", older.getEncoded(ASN1Encoding.DER));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Nothing is written anywhere.
        }
    }

    static String encode(PublicKey key) {
        return encode("PUBLIC KEY", encoded(key));
    }

    static X509Certificate certificate(String pem) throws GeneralSecurityException {
        byte[] bytes = pem.getBytes(StandardCharsets.US_ASCII);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
    }

    /// @param algorithm of the key, `EC` or `RSA`, which PKCS#8 knows but the JDK wants to be told
    static PrivateKey privateKey(String pem, String algorithm) throws GeneralSecurityException {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(decode("PRIVATE KEY", pem)));
    }

    static PublicKey publicKey(String pem, String algorithm) throws GeneralSecurityException {
        return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(decode("PUBLIC KEY", pem)));
    }

    private static String encode(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + BASE64.encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    private static byte[] decode(String label, String pem) throws GeneralSecurityException {
        String begin = "-----BEGIN " + label + "-----";
        int start = pem.indexOf(begin);
        int end = pem.indexOf("-----END " + label + "-----");
        if (start < 0 || end < start) {
            throw new GeneralSecurityException("no " + begin);
        }
        return Base64.getMimeDecoder().decode(pem.substring(start + begin.length(), end));
    }

    private static byte[] encoded(Key key) {
        byte[] encoded = key.getEncoded();
        if (encoded == null) {
            throw new IllegalArgumentException("a key that lives in hardware cannot be written to a file");
        }
        return encoded;
    }
}
