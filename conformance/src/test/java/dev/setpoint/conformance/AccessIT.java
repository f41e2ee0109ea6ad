package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.authn.Kubeconfig;
import dev.setpoint.apiserver.authn.Pki;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Who is served, and what bad input gets.
@ExtendWith(ClusterExtension.class)
class AccessIT {
    private static final byte[] NOTHING = new byte[0];
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

    @Test
    void servesHealthAndVersionToEverybodyAndNothingElse(Cluster cluster) {
        AdminHttp anonymous = AdminHttp.anonymous(cluster.kubeconfig());
        for (String path : List.of("/livez", "/readyz", "/healthz", "/version")) {
            assertThat(get(anonymous, path).code()).as(path).isEqualTo(200);
        }
        for (String path : List.of("/api/v1/pods", "/apis", "/metrics", "/openapi/v3", "/nowhere")) {
            assertThat(get(anonymous, path).code()).as(path).isEqualTo(403);
        }
        assertThat(get(anonymous, "/api/v1/pods").text())
                .contains("User \\\"system:anonymous\\\" cannot list resource \\\"pods\\\" in API group");
    }

    @Test
    void refusesACertificateOfAnotherAuthority(Cluster cluster, @TempDir Path folder) throws IOException {
        Pki other = Pki.open(folder.resolve("pki"), List.of("localhost"), Instant.now(), new SecureRandom());
        Path file = folder.resolve("kubeconfig");
        Kubeconfig.admin("https://127.0.0.1:" + cluster.server().port(), other).write(file);
        AdminHttp stranger = AdminHttp.trustingAll(file);
        // Refused in the handshake, or told that it is nobody: both are nowhere.
        int code;
        try {
            code = get(stranger, "/api/v1/pods").code();
        } catch (AssertionError refused) {
            assertThat(refused).hasCauseInstanceOf(IOException.class);
            code = 401;
        }
        assertThat(code).isEqualTo(401);
    }

    @Test
    void keepsTheKubeconfigFromOthers(Cluster cluster) throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cluster.kubeconfig())))
                .isEqualTo("rw-------");
    }

    @Test
    void answersBadInputWithAStatus(Cluster cluster) {
        AdminHttp admin = AdminHttp.of(cluster.kubeconfig());
        String maps = "/api/v1/namespaces/default/configmaps";
        AdminHttp.Answer malformed = admin.send("POST", maps, JSON, "{\"a\":".getBytes(StandardCharsets.UTF_8));
        assertThat(malformed.code()).isEqualTo(400);
        assertThat(malformed.text()).contains("unexpected end of JSON input");
        AdminHttp.Answer unknown = admin.send(
                "POST",
                maps + "?fieldValidation=Strict",
                JSON,
                "{\"metadata\":{\"name\":\"a\"},\"bogus\":1}".getBytes(StandardCharsets.UTF_8));
        assertThat(unknown.code()).isEqualTo(400);
        assertThat(unknown.text()).contains("unknown field \\\"bogus\\\"");
        assertThat(get(admin, "/api/v1/namespaces/default/nosuchthings").code()).isEqualTo(404);
        assertThat(get(admin, "/nowhere").code()).isEqualTo(404);
        byte[] huge = new byte[4 * 1024 * 1024];
        assertThat(admin.send("POST", maps, JSON, huge).code()).isEqualTo(413);
    }

    private static AdminHttp.Answer get(AdminHttp http, String path) {
        return http.send("GET", path, Map.of(), NOTHING);
    }
}
