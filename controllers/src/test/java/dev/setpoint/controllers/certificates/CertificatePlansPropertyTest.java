package dev.setpoint.controllers.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.base.testing.Seeds;
import dev.setpoint.controllers.certificates.CertificateSigner.Wanted;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Any request in any state: what is answered is answered once, what a person denied is never signed, and every
/// request that got its answer goes at last.
final class CertificatePlansPropertyTest {
    private static final String THEN = "2026-01-01T00:00:00Z";

    @Test
    void everyRequestIsAnsweredOnce() {
        Seeds.check(600, seed -> {
            RandomGenerator random = Seeds.random(seed);
            CertificateSigningRequest request = draw(random);
            Optional<Wanted> wanted = wanted(random);
            boolean decided = has(request, Requests.DENIED) || has(request, Requests.APPROVED);
            if (!ApprovalPlan.questions(request, wanted).isEmpty()) {
                assertThat(decided).as("seed %d: asked again", seed).isFalse();
                request = with(request, Requests.APPROVED);
                assertThat(ApprovalPlan.questions(request, wanted))
                        .as("seed %d: a second plan", seed)
                        .isEmpty();
            }
            Optional<SigningPlan.Step> step = SigningPlan.plan(request, wanted);
            if (step.isEmpty()) {
                return;
            }
            assertThat(has(request, Requests.APPROVED) && !has(request, Requests.DENIED))
                    .as("seed %d: signed without leave", seed)
                    .isTrue();
            CertificateSigningRequest answered = switch (step.get()) {
                case SigningPlan.Step.Sign(var life) -> {
                    assertThat(life.toMinutes()).as("seed %d", seed).isBetween(10L, 365L * 24 * 60);
                    yield request.edit()
                            .editOrNewStatus()
                            .withCertificate("eA==")
                            .endStatus()
                            .build();
                }
                case SigningPlan.Step.Fail(var _) -> with(request, Requests.FAILED);
            };
            assertThat(SigningPlan.plan(answered, wanted))
                    .as("seed %d: a second plan", seed)
                    .isEmpty();
            assertThat(CleaningPlan.end(answered))
                    .as("seed %d: it goes an hour later", seed)
                    .hasValue(Instant.parse("2026-01-01T01:00:00Z"));
        });
    }

    private static boolean has(CertificateSigningRequest request, String condition) {
        return Requests.condition(request, condition).isPresent();
    }

    private static CertificateSigningRequest draw(RandomGenerator random) {
        CertificateSigningRequest request = new CertificateSigningRequestBuilder()
                .withNewMetadata()
                .withName("r")
                .withCreationTimestamp(THEN)
                .endMetadata()
                .withNewSpec()
                .withSignerName(List.of(
                                SignerRules.CLIENT,
                                SignerRules.KUBELET_CLIENT,
                                SignerRules.KUBELET_SERVING,
                                "example.com/own")
                        .get(random.nextInt(4)))
                .withUsername(random.nextBoolean() ? "system:node:n1" : "jane")
                .withUsages("digital signature", random.nextBoolean() ? "client auth" : "server auth")
                .withExpirationSeconds(random.nextBoolean() ? random.nextInt(100_000_000) : null)
                .endSpec()
                .build();
        for (String condition : List.of(Requests.APPROVED, Requests.DENIED, Requests.FAILED)) {
            request = random.nextInt(3) == 0 ? with(request, condition) : request;
        }
        return request;
    }

    private static CertificateSigningRequest with(CertificateSigningRequest request, String condition) {
        return request.edit()
                .editOrNewStatus()
                .addNewCondition()
                .withType(condition)
                .withStatus("True")
                .withLastUpdateTime(THEN)
                .endCondition()
                .endStatus()
                .build();
    }

    private static Optional<Wanted> wanted(RandomGenerator random) {
        return random.nextInt(6) == 0
                ? Optional.empty()
                : Optional.of(new Wanted(
                        random.nextBoolean() ? "system:node:n1" : "jane",
                        random.nextBoolean() ? List.of("system:nodes") : List.of(),
                        random.nextBoolean() ? List.of("n1") : List.of(),
                        List.of(),
                        List.of(),
                        List.of()));
    }
}
