package dev.setpoint.controllers.certificates;

import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import java.time.Instant;
import java.util.function.Supplier;

/// Puts the questions of an [ApprovalPlan] to the API server and approves.
final class ApprovalReconciler implements Reconciler<ObjectKey> {
    private static final GroupVersionResource REVIEWS =
            new GroupVersionResource("authorization.k8s.io", "v1", "subjectaccessreviews");
    private static final WriteOptions OPTIONS = WriteOptions.as(Authorship.NAME);

    private final Informer<CertificateSigningRequest> requests;
    private final Client client;
    private final CertificateSigner signer;
    private final Supplier<Instant> clock;

    ApprovalReconciler(Loops loops, CertificateSigner signer, Supplier<Instant> clock) {
        this.requests = loops.informer(Types.CERTIFICATE_SIGNING_REQUEST);
        this.client = loops.client();
        this.signer = signer;
        this.clock = clock;
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        var found = requests.find(key);
        if (found.isPresent()) {
            CertificateSigningRequest request = found.get();
            ApprovalPlan.questions(request, signer.read(Requests.pem(request))).stream()
                    .filter(question -> allowed(request, question.subresource()))
                    .findFirst()
                    .ifPresent(question -> approve(request, question.message()));
        }
        return Outcome.DONE;
    }

    private boolean allowed(CertificateSigningRequest request, String subresource) {
        JsonObject attributes = new JsonObject()
                .put("group", "certificates.k8s.io")
                .put("resource", "certificatesigningrequests")
                .put("verb", "create")
                .put("subresource", subresource);
        var spec = request.getSpec();
        JsonObject asked = new JsonObject()
                .put("user", spec.getUsername())
                .put("groups", JsonArray.ofTexts(spec.getGroups()))
                .put("resourceAttributes", attributes);
        var answer = client.create(
                Target.collection(REVIEWS, ""), new Body.Tree(new JsonObject().put("spec", asked)), OPTIONS);
        return CompactReader.object(answer.filled()).child("status").booleanOr("allowed", false);
    }

    private void approve(CertificateSigningRequest request, String message) {
        String now = Timestamps.seconds(clock.get());
        CertificateSigningRequest approved = new CertificateSigningRequestBuilder(request)
                .editOrNewStatus()
                .addNewCondition()
                .withType(Requests.APPROVED)
                .withStatus("True")
                .withReason("AutoApproved")
                .withMessage(message)
                .withLastUpdateTime(now)
                .endCondition()
                .endStatus()
                .build();
        var typed = requests.typed();
        client.update(typed.target(approved).subresource("approval"), typed.encode(approved), OPTIONS);
    }
}
