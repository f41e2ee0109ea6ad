package dev.setpoint.apiserver.authn;

import dev.setpoint.apiserver.pipeline.Evidence;
import dev.setpoint.apiserver.pipeline.User;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/// Takes the user from the certificate's subject, as Kubernetes does: the common name is the name, every organization
/// is a group. That our authority signed it was checked in the handshake. There are no tokens: whoever shows one is
/// refused.
///
///     O=system:masters, CN=kubernetes-admin  ->  kubernetes-admin of system:masters and system:authenticated
public final class CertificateAuthenticator implements Authenticator {
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

    @Override
    public Verdict authenticate(Evidence evidence) {
        if (evidence.certificate().isPresent()) {
            X509Certificate certificate = evidence.certificate().get();
            Optional<User> user = user(certificate);
            return user.isPresent()
                    ? new Verdict.Known(user.get(), certificate.getNotAfter().toInstant())
                    : Verdict.Refused.REFUSED;
        }
        boolean token = evidence.authorization().toLowerCase(Locale.ROOT).startsWith("bearer ");
        return token ? Verdict.Refused.REFUSED : Verdict.Anonymous.ANONYMOUS;
    }

    /// Empty when the subject has no common name.
    static Optional<User> user(X509Certificate certificate) {
        String name = "";
        List<String> groups = new ArrayList<>();
        try {
            for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                Enumeration<? extends Attribute> attributes =
                        part.toAttributes().getAll();
                while (attributes.hasMoreElements()) {
                    Attribute attribute = attributes.nextElement();
                    switch (attribute.getID().toUpperCase(Locale.ROOT)) {
                        case "CN" -> name = String.valueOf(attribute.get());
                        case "O" -> groups.add(String.valueOf(attribute.get()));
                        default -> {} // Places and units say nothing about who may do what.
                    }
                }
            }
        } catch (NamingException e) {
            return Optional.empty();
        }
        if (name.isEmpty()) {
            return Optional.empty();
        }
        groups.add(AUTHENTICATED);
        return Optional.of(new User(
                name, "", List.copyOf(groups), Map.of(CREDENTIAL_ID, List.of("X509SHA256=" + sha256(certificate)))));
    }

    private static String sha256(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
            throw new IllegalStateException(e); // Every JDK has the digest, and the handshake decoded the certificate.
        }
    }
}
