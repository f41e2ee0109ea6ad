package dev.setpoint.controllers.certificates;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// When a request has lain long enough: an hour after it was answered, a day if nobody does.
final class CleaningPlan {
    private static final Duration ANSWERED = Duration.ofHours(1);
    private static final Duration PENDING = Duration.ofHours(24);

    private CleaningPlan() {}

    /// Empty for one that was approved and waits for a signer of its own, which may take its time.
    static Optional<Instant> end(CertificateSigningRequest request) {
        Optional<CertificateSigningRequestCondition> refused =
                Requests.condition(request, Requests.DENIED).or(() -> Requests.condition(request, Requests.FAILED));
        if (refused.isPresent()) {
            return time(refused.get()).map(since -> since.plus(ANSWERED));
        }
        Optional<CertificateSigningRequestCondition> approved = Requests.condition(request, Requests.APPROVED);
        if (approved.isPresent()) {
            return Requests.signed(request)
                    ? time(approved.get()).map(since -> since.plus(ANSWERED))
                    : Optional.empty();
        }
        return Timestamps.parse(request.getMetadata().getCreationTimestamp()).map(since -> since.plus(PENDING));
    }

    private static Optional<Instant> time(CertificateSigningRequestCondition condition) {
        String text = condition.getLastUpdateTime();
        return text == null ? Optional.empty() : Timestamps.parse(text);
    }
}
