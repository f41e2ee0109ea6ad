package dev.setpoint.apiserver.authn;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Signs certificates.
final class CertificateAuthority {
    private static final Duration LIFE = Duration.ofDays(3650);
    private static final Duration LEAF_LIFE = Duration.ofDays(365);
    /// A certificate is true a little before it was made, for peers whose clock is behind.
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);

    private final Credential credential;
    private final SecureRandom random;

    CertificateAuthority(Credential credential, SecureRandom random) {
        this.credential = credential;
        this.random = random;
    }

    static CertificateAuthority create(Instant now, SecureRandom random) {
        return new CertificateAuthority(selfSigned(Keys.generate(random), now, random), random);
    }

    /// The same authority with a later end: what it signed before stays valid, since name and key are the
    /// same.
    CertificateAuthority renewed(Instant now) {
        KeyPair keys = new KeyPair(credential.certificate().getPublicKey(), credential.key());
        return new CertificateAuthority(selfSigned(keys, now, random), random);
    }

    Credential credential() {
        return credential;
    }

    /// @param hosts names and addresses under which clients will reach the server
    Credential serving(String commonName, List<String> hosts, Instant now) {
        GeneralName[] names = hosts.stream().map(CertificateAuthority::hostName).toArray(GeneralName[]::new);
        return leaf(
                new X500Name("CN=" + commonName),
                now,
                KeyPurposeId.id_kp_serverAuth,
                builder -> builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names)));
    }

    Credential client(String user, List<String> groups, Instant now) {
        X500NameBuilder subject = new X500NameBuilder(BCStyle.INSTANCE);
        groups.forEach(group -> subject.addRDN(BCStyle.O, group));
        subject.addRDN(BCStyle.CN, user);
        return leaf(subject.build(), now, KeyPurposeId.id_kp_clientAuth, _ -> {});
    }

    /// What a kind of certificate adds to the common extensions.
    private interface Addition {
        void to(X509v3CertificateBuilder builder) throws IOException;
    }

    private static Credential selfSigned(KeyPair keys, Instant now, SecureRandom random) {
        X500Name name = new X500Name("CN=setpoint-ca");
        X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                name, serial(random), beginning(now), date(now.plus(LIFE)), name, keys.getPublic());
        try {
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            builder.addExtension(
                    Extension.keyUsage,
                    true,
                    new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment | KeyUsage.keyCertSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(keys.getPublic()));
            return new Credential(sign(builder, keys.getPrivate(), random), keys.getPrivate());
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Credential leaf(X500Name subject, Instant now, KeyPurposeId purpose, Addition addition) {
        KeyPair keys = Keys.generate(random);
        X509Certificate issuer = credential.certificate();
        try {
            // The issuer's name is taken as it is encoded, so that the two compare equal byte for byte.
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    new JcaX509CertificateHolder(issuer).getSubject(),
                    serial(random),
                    beginning(now),
                    date(earlier(now.plus(LEAF_LIFE), issuer.getNotAfter().toInstant())),
                    subject,
                    keys.getPublic());
            JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(
                    Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyEncipherment));
            builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
            builder.addExtension(
                    Extension.authorityKeyIdentifier,
                    false,
                    extensions.createAuthorityKeyIdentifier(issuer.getPublicKey()));
            addition.to(builder);
            return new Credential(sign(builder, credential.key(), random), keys.getPrivate());
        } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    static X509Certificate sign(X509v3CertificateBuilder builder, PrivateKey key, SecureRandom random)
            throws GeneralSecurityException, OperatorCreationException {
        var signer = new JcaContentSignerBuilder(Keys.signatureAlgorithm(key)).setSecureRandom(random);
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer.build(key)));
    }

    private static GeneralName hostName(String host) {
        boolean address = host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || Character.isDigit(c));
        return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host);
    }

    static BigInteger serial(SecureRandom random) {
        return new BigInteger(126, random).setBit(126); // Positive, and of one length.
    }

    static Date beginning(Instant now) {
        return date(now.minus(CLOCK_SKEW));
    }

    private static Date date(Instant instant) {
        return Date.from(instant);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
