package dev.setpoint.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PkiIT {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final List<String> HOSTS = List.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");

    @TempDir
    Path temporary;

    @Test
    void makesAnAuthorityThatSignsTheOthers() throws Exception {
        Pki pki = open(NOW);

        X509Certificate authority = pki.authority().certificate();
        authority.verify(authority.getPublicKey());
        assertThat(authority.getBasicConstraints()).isNotNegative();
        pki.serving().certificate().verify(authority.getPublicKey());
        pki.admin().certificate().verify(authority.getPublicKey());
        assertThat(pki.serving().certificate().getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(pki.admin().certificate().getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(pki.serving().certificate().getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .containsExactlyElementsOf(HOSTS);
    }

    @Test
    void keepsEverythingAcrossRestarts() throws Exception {
        Pki first = open(NOW);
        Pki second = open(NOW.plus(Duration.ofDays(200)));

        assertThat(second.authority()).isEqualTo(first.authority());
        assertThat(second.serving()).isEqualTo(first.serving());
        assertThat(second.admin()).isEqualTo(first.admin());
        assertThat(second.serviceAccounts().getPrivate())
                .isEqualTo(first.serviceAccounts().getPrivate());
        assertThat(second.serviceAccounts().getPublic())
                .isEqualTo(first.serviceAccounts().getPublic());
    }

    @Test
    void renewsCertificatesNearTheirEndUnderTheSameAuthority() throws Exception {
        Pki first = open(NOW);
        Instant later = NOW.plus(Duration.ofDays(300));
        Pki second = open(later);

        assertThat(second.authority()).isEqualTo(first.authority());
        assertThat(second.serving()).isNotEqualTo(first.serving());
        assertThat(second.admin().certificate().getNotAfter())
                .isAfter(first.admin().certificate().getNotAfter());
        second.admin().certificate().verify(first.authority().certificate().getPublicKey());
    }

    @Test
    void renewsTheAuthorityWithItsOwnKeySoThatOldCertificatesStayGood() throws Exception {
        Pki first = open(NOW);
        Pki second = open(NOW.plus(Duration.ofDays(9 * 365)));

        assertThat(second.authority().key()).isEqualTo(first.authority().key());
        assertThat(second.authority().certificate().getNotAfter())
                .isAfter(first.authority().certificate().getNotAfter());
        first.admin().certificate().verify(second.authority().certificate().getPublicKey());
    }

    @Test
    void issuesANewServingCertificateForANewAddress() throws Exception {
        Pki first = open(NOW);
        Pki second = Pki.open(pki(), List.of("localhost", "10.1.2.3"), NOW, new SecureRandom());

        assertThat(second.admin()).isEqualTo(first.admin());
        assertThat(second.serving().certificate().getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .containsExactly("localhost", "10.1.2.3");
    }

    @Test
    void issuesAgainWhenCertificateAndKeyDoNotBelongTogether() throws Exception {
        Pki first = open(NOW);
        Files.writeString(pki().resolve("apiserver.key"), first.admin().keyPem());

        Pki second = open(NOW);

        assertThat(second.serving()).isNotEqualTo(first.serving());
        assertThat(second.serving().matches()).isTrue();
    }

    @Test
    void neverReplacesAnAuthorityThatItCannotRead() throws Exception {
        open(NOW);
        Files.writeString(pki().resolve("ca.key"), "no key at all");

        assertThatThrownBy(() -> open(NOW)).isInstanceOf(IOException.class).hasMessageContaining("ca.key");
    }

    @Test
    void hidesTheFilesFromEverybodyElse() throws Exception {
        open(NOW);

        assertThat(mode(pki())).isEqualTo("rwx------");
        try (Stream<Path> files = Files.list(pki())) {
            assertThat(files)
                    .hasSize(8)
                    .allSatisfy(file -> assertThat(mode(file)).isEqualTo("rw-------"));
        }
    }

    @Test
    void namesAllAddressesOfTheMachineWhenListeningOnAll() throws Exception {
        assertThat(ServingNames.listeningOn("0.0.0.0")).contains("kubernetes.default.svc", "127.0.0.1", "10.96.0.1");
        assertThat(ServingNames.listeningOn("127.0.0.7")).contains("127.0.0.7", "0:0:0:0:0:0:0:1");
        Pki pki = Pki.open(pki(), ServingNames.listeningOn("0.0.0.0"), NOW, new SecureRandom());
        assertThat(Pki.open(pki(), ServingNames.listeningOn("0.0.0.0"), NOW, new SecureRandom()))
                .extracting(Pki::serving)
                .isEqualTo(pki.serving());
    }

    @Test
    void writesAKubeconfigAndReplacesOnlyItsOwn() throws Exception {
        Path file = temporary.resolve("deep/kubeconfig");
        Kubeconfig config = Kubeconfig.admin("https://127.0.0.1:6443", open(NOW));
        config.write(file);
        config.write(file);

        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(Files.readString(file)).isEqualTo(config.text()).contains("server: https://127.0.0.1:6443\n");

        Path foreign = temporary.resolve("config");
        Files.writeString(foreign, "apiVersion: v1\n");
        assertThatThrownBy(() -> config.write(foreign)).hasMessageContaining("left alone");
        assertThat(foreign).hasContent("apiVersion: v1");
    }

    private Path pki() {
        return temporary.resolve("pki");
    }

    private Pki open(Instant now) throws IOException {
        return Pki.open(pki(), HOSTS, now, new SecureRandom());
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
