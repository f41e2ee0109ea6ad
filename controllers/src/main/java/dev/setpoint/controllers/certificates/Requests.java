package dev.setpoint.controllers.certificates;

import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestCondition;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// What the loops ask of a request.
final class Requests {
    static final String APPROVED = "Approved";
    static final String DENIED = "Denied";
    static final String FAILED = "Failed";

    private Requests() {}

    static Optional<CertificateSigningRequestCondition> condition(CertificateSigningRequest request, String type) {
        return conditions(request).stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst();
    }

    static List<CertificateSigningRequestCondition> conditions(CertificateSigningRequest request) {
        return request.getStatus() == null ? List.of() : request.getStatus().getConditions();
    }

    static boolean signed(CertificateSigningRequest request) {
        return request.getStatus() != null
                && request.getStatus().getCertificate() != null
                && !request.getStatus().getCertificate().isEmpty();
    }

    static byte[] pem(CertificateSigningRequest request) {
        return Base64.getDecoder().decode(request.getSpec().getRequest());
    }
}
