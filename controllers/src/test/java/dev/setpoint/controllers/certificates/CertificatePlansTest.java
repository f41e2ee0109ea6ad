package dev.setpoint.controllers.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.controllers.certificates.CertificateSigner.Wanted;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CertificatePlansTest {
    private static final Wanted NODE =
            new Wanted("system:node:n1", List.of("system:nodes"), List.of(), List.of(), List.of(), List.of());
    private static final List<String> CLIENT = List.of("digital signature", "client auth");
    private static final List<String> SERVING = List.of("digital signature", "key encipherment", "server auth");

    @Test
    void aKubeletAsksForItselfAndNothingElse() {
        assertThat(SignerRules.objection(SignerRules.KUBELET_CLIENT, NODE, CLIENT))
                .isEmpty();
        assertThat(SignerRules.objection(SignerRules.KUBELET_CLIENT, NODE, SERVING))
                .isPresent();
        Wanted other = new Wanted("jane", List.of("system:nodes"), List.of(), List.of(), List.of(), List.of());
        assertThat(SignerRules.objection(SignerRules.KUBELET_CLIENT, other, CLIENT))
                .hasValue("subject common name does not begin with system:node:");
        Wanted master =
                new Wanted("system:node:n1", List.of("system:masters"), List.of(), List.of(), List.of(), List.of());
        assertThat(SignerRules.objection(SignerRules.KUBELET_CLIENT, master, CLIENT))
                .hasValue("subject organization is not system:nodes");
    }

    @Test
    void aServingCertificateNeedsAName() {
        assertThat(SignerRules.objection(SignerRules.KUBELET_SERVING, NODE, SERVING))
                .hasValue("at least one DNS or IP subjectAltName is required");
        Wanted named =
                new Wanted("system:node:n1", List.of("system:nodes"), List.of("n1"), List.of(), List.of(), List.of());
        assertThat(SignerRules.objection(SignerRules.KUBELET_SERVING, named, SERVING))
                .isEmpty();
    }

    @Test
    void onlyAKubeletsRequestIsApprovedByItself() {
        CertificateSigningRequest own = request(SignerRules.KUBELET_CLIENT, "system:node:n1");
        assertThat(ApprovalPlan.questions(own, Optional.of(NODE)))
                .extracting(ApprovalPlan.Question::subresource)
                .containsExactly("selfnodeclient", "nodeclient");
        CertificateSigningRequest first = request(SignerRules.KUBELET_CLIENT, "system:bootstrap:x");
        assertThat(ApprovalPlan.questions(first, Optional.of(NODE)))
                .extracting(ApprovalPlan.Question::subresource)
                .containsExactly("nodeclient");
        assertThat(ApprovalPlan.questions(request(SignerRules.CLIENT, "jane"), Optional.of(NODE)))
                .isEmpty();
        assertThat(ApprovalPlan.questions(with(own, Requests.DENIED), Optional.of(NODE)))
                .isEmpty();
    }

    @Test
    void signsWhatIsApprovedOnce() {
        CertificateSigningRequest pending = request(SignerRules.KUBELET_CLIENT, "system:node:n1");
        assertThat(SigningPlan.plan(pending, Optional.of(NODE))).isEmpty();
        CertificateSigningRequest approved = with(pending, Requests.APPROVED);
        assertThat(SigningPlan.plan(approved, Optional.of(NODE)))
                .hasValue(new SigningPlan.Step.Sign(Duration.ofHours(1)));
        assertThat(SigningPlan.plan(approved, Optional.empty()))
                .hasValueSatisfying(step -> assertThat(step).isInstanceOf(SigningPlan.Step.Fail.class));
        CertificateSigningRequest signed =
                approved.edit().editStatus().withCertificate("x").endStatus().build();
        assertThat(SigningPlan.plan(signed, Optional.of(NODE))).isEmpty();
    }

    @Test
    void liesADayUnansweredAndAnHourAnswered() {
        CertificateSigningRequest pending = request(SignerRules.KUBELET_CLIENT, "x");
        assertThat(CleaningPlan.end(pending)).hasValue(Instant.parse("2026-01-02T00:00:00Z"));
        assertThat(CleaningPlan.end(with(pending, Requests.DENIED))).hasValue(Instant.parse("2026-01-01T02:00:00Z"));
        assertThat(CleaningPlan.end(with(pending, Requests.APPROVED))).isEmpty();
    }

    private static CertificateSigningRequest request(String signer, String user) {
        return new CertificateSigningRequestBuilder()
                .withNewMetadata()
                .withName("r")
                .withCreationTimestamp("2026-01-01T00:00:00Z")
                .endMetadata()
                .withNewSpec()
                .withSignerName(signer)
                .withUsername(user)
                .withUsages(CLIENT)
                .withExpirationSeconds(3600)
                .endSpec()
                .build();
    }

    private static CertificateSigningRequest with(CertificateSigningRequest request, String condition) {
        return request.edit()
                .editOrNewStatus()
                .addNewCondition()
                .withType(condition)
                .withStatus("True")
                .withLastUpdateTime("2026-01-01T01:00:00Z")
                .endCondition()
                .endStatus()
                .build();
    }
}
