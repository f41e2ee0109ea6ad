package dev.setpoint.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.authn.Authenticator.Verdict;
import dev.setpoint.apiserver.pipeline.Evidence;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CertificateAuthenticatorTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private final CertificateAuthority authority = CertificateAuthority.create(NOW, new SecureRandom());
    private final CertificateAuthenticator authenticator = new CertificateAuthenticator();

    @Test
    void takesNameAndGroupsFromTheSubject() {
        Verdict verdict = show("jane, of \"x\"", List.of("dev", "system:masters"));

        assertThat(verdict).isInstanceOfSatisfying(Verdict.Known.class, known -> {
            assertThat(known.user().name()).isEqualTo("jane, of \"x\"");
            assertThat(known.user().groups()).containsExactly("dev", "system:masters", "system:authenticated");
            assertThat(known.user().extra())
                    .hasEntrySatisfying(
                            "authentication.kubernetes.io/credential-id",
                            values -> assertThat(values)
                                    .singleElement()
                                    .asString()
                                    .matches("X509SHA256=[0-9a-f]{64}"));
            assertThat(known.until()).isEqualTo(Instant.parse("2027-03-01T10:00:00Z"));
        });
    }

    @Test
    void refusesASubjectWithoutACommonName() {
        assertThat(show("", List.of("dev"))).isEqualTo(Verdict.Refused.REFUSED);
    }

    @Test
    void refusesTokensAndLetsOthersBeAnonymous() {
        assertThat(authenticator.authenticate(Evidence.of(Optional.empty(), "Bearer x")))
                .isEqualTo(Verdict.Refused.REFUSED);
        assertThat(authenticator.authenticate(Evidence.of(Optional.empty(), "Basic eDp5")))
                .isEqualTo(Verdict.Anonymous.ANONYMOUS);
        assertThat(authenticator.authenticate(Evidence.of(Optional.empty(), "")))
                .isEqualTo(Verdict.Anonymous.ANONYMOUS);
    }

    private Verdict show(String user, List<String> groups) {
        Credential credential = authority.client(user, groups, NOW);
        return authenticator.authenticate(Evidence.of(Optional.of(credential.certificate()), ""));
    }
}
