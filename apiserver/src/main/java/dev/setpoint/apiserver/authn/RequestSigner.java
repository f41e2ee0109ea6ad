package dev.setpoint.apiserver.authn;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.operator.OperatorCreationException;

/// Signs what others ask for, with the authority of the cluster. Whether it should be signed was decided
/// before.
public final class RequestSigner {
    private final SigningKeys keys;

    public RequestSigner(SigningKeys keys) {
        this.keys = keys;
    }

    /// The certificate in PEM. It ends with its authority at the latest.
    ///
    /// @param usages in the words of a CertificateSigningRequest: `digital signature`, `client auth`
    public String sign(CertificateRequest request, List<String> usages, Instant now, Duration life) {
        X509Certificate issuer = keys.authority().certificate();
        Instant end = now.plus(life);
        Instant last = issuer.getNotAfter().toInstant();
        try {
            X509v3CertificateBuilder builder = new X509v3CertificateBuilder(
                    new JcaX509CertificateHolder(issuer).getSubject(),
                    CertificateAuthority.serial(keys.random()),
                    CertificateAuthority.beginning(now),
                    Date.from(end.isBefore(last) ? end : last),
                    request.pkcs10().getSubject(),
                    request.pkcs10().getSubjectPublicKeyInfo());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            int keyUsage = keyUsage(usages);
            if (keyUsage != 0) { // One that allows nothing would make the certificate useless.
                builder.addExtension(Extension.keyUsage, true, new KeyUsage(keyUsage));
            }
            List<KeyPurposeId> purposes = purposes(usages);
            if (!purposes.isEmpty()) {
                builder.addExtension(
                        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes.toArray(KeyPurposeId[]::new)));
            }
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(issuer.getPublicKey()));
            Optional<GeneralNames> names = request.alternativeNames();
            if (names.isPresent()) {
                builder.addExtension(Extension.subjectAlternativeName, false, names.get());
            }
            return Pem.encode(
                    CertificateAuthority.sign(builder, keys.authority().key(), keys.random()));
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException(e); // The authority's own key and certificate were read before.
        }
    }

    private static int keyUsage(List<String> usages) {
        int bits = 0;
        for (String usage : usages) {
            bits |= switch (usage) {
                case "signing", "digital signature" -> KeyUsage.digitalSignature;
                case "content commitment" -> KeyUsage.nonRepudiation;
                case "key encipherment" -> KeyUsage.keyEncipherment;
                case "data encipherment" -> KeyUsage.dataEncipherment;
                case "key agreement" -> KeyUsage.keyAgreement;
                default -> 0;
            };
        }
        return bits;
    }

    private static List<KeyPurposeId> purposes(List<String> usages) {
        List<KeyPurposeId> purposes = new ArrayList<>();
        if (usages.contains("client auth")) {
            purposes.add(KeyPurposeId.id_kp_clientAuth);
        }
        if (usages.contains("server auth")) {
            purposes.add(KeyPurposeId.id_kp_serverAuth);
        }
        return purposes;
    }
}
