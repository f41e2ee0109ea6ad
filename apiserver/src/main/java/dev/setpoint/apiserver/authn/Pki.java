package dev.setpoint.apiserver.authn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The keys and certificates of one control plane, as they lie in its `pki` folder:
///
///     ca.crt, ca.key                  the authority that signs the others
///     apiserver.crt, apiserver.key    what the server shows
///     admin.crt, admin.key            user kubernetes-admin of group system:masters
///     sa.key, sa.pub                  signs and checks the tokens of service accounts
///     kube-scheduler.crt, ...         users of the parts of the control plane, for their kubeconfigs
///
/// Whatever is there and good is kept. Certificates are renewed when less than a fifth of their life is
/// left, the serving one also when the server has a new name or address.
public record Pki(Credential authority, Credential serving, Credential admin, KeyPair serviceAccounts) {
    public static final String ADMIN = "kubernetes-admin";

    private static final int RENEWAL_FRACTION = 5;

    /// @param hosts names and addresses under which clients will reach the server, as [ServingNames] lists
    ///     them
    public static Pki open(Path folder, List<String> hosts, Instant now, SecureRandom random) throws IOException {
        SecretFiles.createFolder(folder);
        CertificateAuthority authority = authority(folder, now, random);
        X509Certificate issuer = authority.credential().certificate();
        Credential serving = leaf(
                folder,
                "apiserver",
                found -> good(found, issuer, now) && names(found.certificate()).containsAll(hosts),
                () -> authority.serving("kube-apiserver", hosts, now));
        Credential admin = leaf(
                folder,
                "admin",
                found -> good(found, issuer, now),
                () -> authority.client(ADMIN, List.of("system:masters"), now));
        return new Pki(authority.credential(), serving, admin, serviceAccounts(folder, random));
    }

    /// What the controllers sign with, of a folder that a server made. Nothing is written.
    ///
    /// @throws IOException in one line for people, when it is not all there
    public static SigningKeys signingKeys(Path folder, SecureRandom random) throws IOException {
        for (String name : List.of("ca.crt", "ca.key", "sa.key", "sa.pub")) {
            if (!Files.isReadable(folder.resolve(name))) {
                throw new IOException(folder.resolve(name)
                        + " cannot be read (expected: a key of the cluster, as the server's pki folder holds it)");
            }
        }
        Credential authority = read(folder, "ca")
                .orElseThrow(() -> new IOException(folder.resolve("ca.crt")
                        + " and ca.key are not a readable pair of certificate and PKCS#8 key"));
        return new SigningKeys(authority, serviceAccounts(folder, random), random);
    }

    /// What a part of the control plane shows of itself, kept in the folder by this name.
    ///
    /// @param user `system:kube-scheduler`
    public Credential component(
            Path folder, String name, String user, List<String> groups, Instant now, SecureRandom random)
            throws IOException {
        return leaf(
                folder,
                name,
                found -> good(found, authority.certificate(), now),
                () -> new CertificateAuthority(authority, random).client(user, groups, now));
    }

    /// What of it the control plane signs with.
    public SigningKeys signingKeys(SecureRandom random) {
        return new SigningKeys(authority, serviceAccounts, random);
    }

    /// An authority is never replaced by another, since all who trust it would be locked out: what cannot
    /// be read is left to the owner to mend. Only a half-made one, of which no certificate exists, is made
    /// again.
    private static CertificateAuthority authority(Path folder, Instant now, SecureRandom random) throws IOException {
        if (!Files.exists(folder.resolve("ca.crt"))) {
            CertificateAuthority created = CertificateAuthority.create(now, random);
            SecretFiles.write(folder.resolve("ca.key"), created.credential().keyPem());
            SecretFiles.write(folder.resolve("ca.crt"), created.credential().certificatePem());
            return created;
        }
        Credential found = read(folder, "ca")
                .orElseThrow(
                        () -> new IOException(
                                folder.resolve("ca.crt")
                                        + " and ca.key are not a readable pair of certificate and PKCS#8 key; mend them, or remove the folder"));
        CertificateAuthority authority = new CertificateAuthority(found, random);
        if (!nearExpiry(found.certificate(), now)) {
            return authority;
        }
        CertificateAuthority renewed = authority.renewed(now);
        SecretFiles.write(folder.resolve("ca.crt"), renewed.credential().certificatePem());
        return renewed;
    }

    private static Credential leaf(Path folder, String name, Predicate<Credential> keep, Supplier<Credential> issue)
            throws IOException {
        Optional<Credential> found = read(folder, name).filter(keep);
        if (found.isPresent()) {
            return found.get();
        }
        Credential issued = issue.get();
        SecretFiles.writeReplaceable(folder.resolve(name + ".key"), issued.keyPem());
        SecretFiles.writeReplaceable(folder.resolve(name + ".crt"), issued.certificatePem());
        return issued;
    }

    private static KeyPair serviceAccounts(Path folder, SecureRandom random) throws IOException {
        Path privateFile = folder.resolve("sa.key");
        Path publicFile = folder.resolve("sa.pub");
        if (!Files.exists(publicFile)) { // Written last: without it no token was ever signed.
            KeyPair created = Keys.generate(random);
            SecretFiles.write(privateFile, Pem.encode(created.getPrivate()));
            SecretFiles.write(publicFile, Pem.encode(created.getPublic()));
            return created;
        }
        try {
            return new KeyPair(
                    Pem.publicKey(Files.readString(publicFile), Keys.ALGORITHM),
                    Pem.privateKey(Files.readString(privateFile), Keys.ALGORITHM));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(privateFile + " and sa.pub are not a readable pair of EC keys: " + e.getMessage(), e);
        }
    }

    private static boolean good(Credential found, X509Certificate issuer, Instant now) {
        try {
            found.certificate().verify(issuer.getPublicKey());
        } catch (GeneralSecurityException e) {
            return false;
        }
        return !nearExpiry(found.certificate(), now);
    }

    private static boolean nearExpiry(X509Certificate certificate, Instant now) {
        Instant start = certificate.getNotBefore().toInstant();
        Instant end = certificate.getNotAfter().toInstant();
        return Duration.between(now, end).compareTo(Duration.between(start, end).dividedBy(RENEWAL_FRACTION)) < 0;
    }

    private static List<String> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? List.of()
                    : names.stream().map(name -> String.valueOf(name.get(1))).toList();
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }

    /// Empty when a file is missing or unreadable as what it should be, or the two do not belong together.
    private static Optional<Credential> read(Path folder, String name) throws IOException {
        Path certificateFile = folder.resolve(name + ".crt");
        Path keyFile = folder.resolve(name + ".key");
        if (!Files.exists(certificateFile) || !Files.exists(keyFile)) {
            return Optional.empty();
        }
        try {
            X509Certificate certificate = Pem.certificate(Files.readString(certificateFile));
            String algorithm = certificate.getPublicKey().getAlgorithm();
            Credential found = new Credential(certificate, Pem.privateKey(Files.readString(keyFile), algorithm));
            return Optional.of(found).filter(Credential::matches);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
