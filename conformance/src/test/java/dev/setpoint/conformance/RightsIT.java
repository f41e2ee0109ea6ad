package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.Map;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Rights and identities, with the commands that people use for them.
@ExtendWith(ClusterExtension.class)
class RightsIT {
    @ParameterizedTest
    @ValueSource(strings = {"1.27", "1.33"})
    void aTokenIsWorthWhatItsAccountMayDo(String version, Cluster cluster) {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.run("create", "serviceaccount", "robot");
        kubectl.run("create", "role", "reader", "--verb=get,list", "--resource=configmaps");
        String account =
                kubectl.run("get", "serviceaccount", "robot", "-o", "jsonpath={.metadata.namespace}") + ":robot";
        String namespace = account.substring(0, account.indexOf(':'));
        String path = "/api/v1/namespaces/" + namespace + "/configmaps";
        AdminHttp bearer = AdminHttp.anonymous(cluster.kubeconfig());
        Map<String, String> token = Map.of(
                "Authorization",
                "Bearer " + kubectl.run("create", "token", "robot").strip());

        assertThat(bearer.send("GET", path, token, new byte[0]).code()).isEqualTo(403);
        kubectl.run("create", "rolebinding", "reads", "--role=reader", "--serviceaccount=" + account);
        assertThat(bearer.send("GET", path, token, new byte[0]).code())
                .as("at once")
                .isEqualTo(200);
        String user = "--as=system:serviceaccount:" + account;
        assertThat(kubectl.run("auth", "can-i", "list", "configmaps", user).strip())
                .isEqualTo("yes");
        assertThat(kubectl.attempt("auth", "can-i", "delete", "configmaps", user)
                        .out()
                        .strip())
                .isEqualTo("no");
        assertThat(kubectl.run("auth", "can-i", "--list", user)).contains("configmaps");
        assertThat(kubectl.attempt("delete", "configmap", "kube-root-ca.crt", user)
                        .err())
                .contains("is forbidden: User \"system:serviceaccount:" + account + "\" cannot delete resource");

        kubectl.run("delete", "serviceaccount", "robot");
        assertThat(bearer.send("GET", path, token, new byte[0]).code())
                .as("revoked with its account")
                .isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.27", "1.33"})
    void aCertificateIsIssuedWhenSomebodyApproves(String version, Cluster cluster) throws Exception {
        Kubectl kubectl = cluster.kubectl(version);
        String approved = "jane-" + version;
        String denied = "joe-" + version;
        for (String name : new String[] {approved, denied}) {
            Kubectl.Result applied = kubectl.attemptWith(request(name), "apply", "-f", "-");
            assertThat(applied.exit()).as(applied.all()).isZero();
        }
        kubectl.run("certificate", "approve", approved);
        kubectl.run("certificate", "deny", denied);
        String certificate = kubectl.until(
                found -> !found.isEmpty(), "get", "csr", approved, "-o", "jsonpath={.status.certificate}");
        assertThat(new String(Base64.getDecoder().decode(certificate), StandardCharsets.US_ASCII))
                .startsWith("-----BEGIN CERTIFICATE-----");
        assertThat(kubectl.run("get", "csr", approved, denied))
                .contains("Approved,Issued")
                .contains("Denied");
    }

    private static String request(String name) throws GeneralSecurityException, OperatorCreationException, IOException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        KeyPair keys = generator.generateKeyPair();
        PKCS10CertificationRequest request = new JcaPKCS10CertificationRequestBuilder(
                        new X500Principal("CN=" + name + ",O=developers"), keys.getPublic())
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate()));
        String pem = "-----BEGIN CERTIFICATE REQUEST-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(request.getEncoded())
                + "\n-----END CERTIFICATE REQUEST-----\n";
        return """
                apiVersion: certificates.k8s.io/v1
                kind: CertificateSigningRequest
                metadata:
                  name: %s
                spec:
                  request: %s
                  signerName: kubernetes.io/kube-apiserver-client
                  usages: ["client auth"]
                """.formatted(name, Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)));
    }
}
