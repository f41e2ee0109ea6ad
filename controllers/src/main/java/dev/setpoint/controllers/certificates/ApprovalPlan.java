package dev.setpoint.controllers.certificates;

import dev.setpoint.controllers.certificates.CertificateSigner.Wanted;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import java.util.List;
import java.util.Optional;

/// Which requests are approved without a person: a kubelet's for its client certificate, if whoever asks
/// holds the right that [Question] names.
final class ApprovalPlan {
    private static final Question SELF =
            new Question("selfnodeclient", "Auto approving self kubelet client certificate after SubjectAccessReview.");
    private static final Question OTHER =
            new Question("nodeclient", "Auto approving kubelet client certificate after SubjectAccessReview.");

    private ApprovalPlan() {}

    /// @param subresource of `certificatesigningrequests` that the asker must be allowed to create
    /// @param message of the approval
    record Question(String subresource, String message) {}

    /// The questions to put, in order; the first that is answered with yes approves.
    static List<Question> questions(CertificateSigningRequest request, Optional<Wanted> wanted) {
        boolean decided = Requests.signed(request)
                || Requests.condition(request, Requests.APPROVED).isPresent()
                || Requests.condition(request, Requests.DENIED).isPresent();
        var spec = request.getSpec();
        boolean kubelet = spec.getSignerName().equals(SignerRules.KUBELET_CLIENT)
                && wanted.isPresent()
                && SignerRules.objection(spec.getSignerName(), wanted.get(), spec.getUsages())
                        .isEmpty();
        if (decided || !kubelet) {
            return List.of();
        }
        boolean self = wanted.get().commonName().equals(spec.getUsername());
        return self ? List.of(SELF, OTHER) : List.of(OTHER);
    }
}
