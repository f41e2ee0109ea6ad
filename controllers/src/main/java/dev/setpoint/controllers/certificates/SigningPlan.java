package dev.setpoint.controllers.certificates;

import dev.setpoint.controllers.certificates.CertificateSigner.Wanted;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import java.time.Duration;
import java.util.Optional;

/// What becomes of a request that was approved.
final class SigningPlan {
    private static final Duration LONGEST = Duration.ofDays(365);
    private static final Duration SHORTEST = Duration.ofMinutes(10);

    private SigningPlan() {}

    sealed interface Step {
        record Sign(Duration life) implements Step {}

        record Fail(String why) implements Step {}
    }

    static Optional<Step> plan(CertificateSigningRequest request, Optional<Wanted> wanted) {
        var spec = request.getSpec();
        boolean due = SignerRules.known(spec.getSignerName())
                && Requests.condition(request, Requests.APPROVED).isPresent()
                && Requests.condition(request, Requests.DENIED).isEmpty()
                && Requests.condition(request, Requests.FAILED).isEmpty()
                && !Requests.signed(request);
        if (!due) {
            return Optional.empty();
        }
        if (wanted.isEmpty()) {
            return Optional.of(new Step.Fail("the request cannot be read"));
        }
        Optional<String> objection = SignerRules.objection(spec.getSignerName(), wanted.get(), spec.getUsages());
        return Optional.of(objection.<Step>map(Step.Fail::new).orElseGet(() -> new Step.Sign(life(request))));
    }

    /// As asked, within bounds.
    private static Duration life(CertificateSigningRequest request) {
        Integer seconds = request.getSpec().getExpirationSeconds();
        if (seconds == null) {
            return LONGEST;
        }
        Duration asked = Duration.ofSeconds(seconds);
        return asked.compareTo(SHORTEST) < 0 ? SHORTEST : asked.compareTo(LONGEST) > 0 ? LONGEST : asked;
    }
}
