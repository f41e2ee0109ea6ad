package dev.setpoint.controllers.certificates;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/// Deletes a request when its [CleaningPlan] says so.
final class CleaningReconciler implements Reconciler<ObjectKey> {
    private final Informer<CertificateSigningRequest> requests;
    private final TypedClient<CertificateSigningRequest> client;
    private final Supplier<Instant> clock;

    CleaningReconciler(Loops loops, Supplier<Instant> clock) {
        this.requests = loops.informer(Types.CERTIFICATE_SIGNING_REQUEST);
        this.client = requests.typed().over(loops.client());
        this.clock = clock;
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<CertificateSigningRequest> request = requests.find(key);
        Optional<Instant> end = request.flatMap(CleaningPlan::end);
        if (request.isEmpty() || end.isEmpty()) {
            return Outcome.DONE;
        }
        Duration left = Duration.between(clock.get(), end.get());
        if (left.isPositive()) {
            return Outcome.checkAgain(left);
        }
        client.delete(request.get());
        return Outcome.DONE;
    }
}
