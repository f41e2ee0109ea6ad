package dev.setpoint.apiserver.authn;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/// What somebody asks a certificate for: the content of a PKCS#10 request, whose signature shows that the
/// asker has the key.
public final class CertificateRequest {
    private static final String LABEL = "CERTIFICATE REQUEST";

    private final PKCS10CertificationRequest request;

    private CertificateRequest(PKCS10CertificationRequest request) {
        this.request = request;
    }

    /// How reading ended.
    public sealed interface Read {
        record Good(CertificateRequest request) implements Read {}

        /// @param why in Kubernetes' words where it has some
        record Bad(String why) implements Read {}
    }

    /// @param pem a request between its BEGIN and END lines
    public static Read read(byte[] pem) {
        try (PemReader reader = new PemReader(new StringReader(new String(pem, StandardCharsets.US_ASCII)))) {
            PemObject block = reader.readPemObject();
            if (block == null || !block.getType().equals(LABEL)) {
                return new Read.Bad("PEM block type must be CERTIFICATE REQUEST");
            }
            PKCS10CertificationRequest request = new PKCS10CertificationRequest(block.getContent());
            var verifier = new JcaContentVerifierProviderBuilder().build(request.getSubjectPublicKeyInfo());
            return request.isSignatureValid(verifier)
                    ? new Read.Good(new CertificateRequest(request))
                    : new Read.Bad("x509: the signature of the request is not that of its key");
        } catch (IOException | PKCSException | OperatorCreationException | RuntimeException e) {
            return new Read.Bad("x509: malformed certificate request: " + e.getMessage()); // BC throws many kinds.
        }
    }

    PKCS10CertificationRequest pkcs10() {
        return request;
    }

    public String commonName() {
        List<String> names = subject(BCStyle.CN);
        return names.isEmpty() ? "" : names.getLast();
    }

    public List<String> organizations() {
        return subject(BCStyle.O);
    }

    public List<String> dnsNames() {
        return alternativeNames(GeneralName.dNSName);
    }

    public List<String> addresses() {
        return alternativeNames(GeneralName.iPAddress);
    }

    public List<String> emails() {
        return alternativeNames(GeneralName.rfc822Name);
    }

    public List<String> uris() {
        return alternativeNames(GeneralName.uniformResourceIdentifier);
    }

    Optional<GeneralNames> alternativeNames() {
        Extensions extensions = request.getRequestedExtensions();
        return extensions == null
                ? Optional.empty()
                : Optional.ofNullable(GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName));
    }

    private List<String> alternativeNames(int tag) {
        List<String> found = new ArrayList<>();
        alternativeNames().ifPresent(names -> {
            for (GeneralName name : names.getNames()) {
                if (name.getTagNo() == tag) {
                    found.add(name.getName().toString());
                }
            }
        });
        return found;
    }

    private List<String> subject(ASN1ObjectIdentifier attribute) {
        List<String> values = new ArrayList<>();
        for (RDN part : request.getSubject().getRDNs(attribute)) {
            for (AttributeTypeAndValue value : part.getTypesAndValues()) {
                if (value.getType().equals(attribute)) {
                    values.add(IETFUtils.valueToString(value.getValue()));
                }
            }
        }
        return values;
    }
}
