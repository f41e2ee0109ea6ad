package dev.setpoint.controllers.certificates;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.function.Supplier;

/// Executes a [SigningPlan].
final class SigningReconciler implements Reconciler<ObjectKey> {
    private final Informer<CertificateSigningRequest> requests;
    private final TypedClient<CertificateSigningRequest> client;
    private final CertificateSigner signer;
    private final Supplier<Instant> clock;

    SigningReconciler(Loops loops, CertificateSigner signer, Supplier<Instant> clock) {
        this.requests = loops.informer(Types.CERTIFICATE_SIGNING_REQUEST);
        this.client = requests.typed().over(loops.client()).as(Authorship.NAME);
        this.signer = signer;
        this.clock = clock;
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        requests.find(key)
                .ifPresent(request -> SigningPlan.plan(request, signer.read(Requests.pem(request)))
                        .ifPresent(step -> execute(request, step)));
        return Outcome.DONE;
    }

    private void execute(CertificateSigningRequest request, SigningPlan.Step step) {
        switch (step) {
            case SigningPlan.Step.Sign(Duration life) -> {
                String certificate =
                        signer.sign(Requests.pem(request), request.getSpec().getUsages(), life);
                client.updateStatus(new CertificateSigningRequestBuilder(request)
                        .editOrNewStatus()
                        .withCertificate(
                                Base64.getEncoder().encodeToString(certificate.getBytes(StandardCharsets.US_ASCII)))
                        .endStatus()
                        .build());
            }
            case SigningPlan.Step.Fail(String why) -> {
                String now = Timestamps.seconds(clock.get());
                client.updateStatus(new CertificateSigningRequestBuilder(request)
                        .editOrNewStatus()
                        .addNewCondition()
                        .withType(Requests.FAILED)
                        .withStatus("True")
                        .withReason("SignerValidationFailure")
                        .withMessage(why)
                        .withLastUpdateTime(now)
                        .endCondition()
                        .endStatus()
                        .build());
            }
        }
    }
}
