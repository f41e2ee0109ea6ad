package dev.setpoint.apiserver.authn;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/// The file with which clients find the server and prove who they are. It holds everything; no other file is needed.
///
/// @param server as clients write it: `https://127.0.0.1:6443`
public record Kubeconfig(String server, Credential authority, String user, Credential credential) {
    private static final String MARK = "# Written by setpoint at each start; changes are lost.\n";

    public static Kubeconfig admin(String server, Pki pki) {
        return new Kubeconfig(server, pki.authority(), Pki.ADMIN, pki.admin());
    }

    /// Replaces a file that was written by an earlier start.
    ///
    /// @throws FileAlreadyExistsException when the file is somebody else's, with other clusters in it perhaps
    public void write(Path file) throws IOException {
        if (Files.exists(file) && !Files.readString(file).startsWith(MARK)) {
            throw new FileAlreadyExistsException(
                    file.toString(), null, "not written by setpoint, so it is left alone; choose another file");
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            SecretFiles.createFolder(parent);
        }
        SecretFiles.write(file, text());
    }

    String text() {
        return MARK
                + """
                apiVersion: v1
                kind: Config
                clusters:
                - name: setpoint
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                contexts:
                - name: setpoint
                  context:
                    cluster: setpoint
                    user: %s
                current-context: setpoint
                users:
                - name: %s
                  user:
                    client-certificate-data: %s
                    client-key-data: %s
                """.formatted(
                        server,
                        base64(authority.certificatePem()),
                        user,
                        user,
                        base64(credential.certificatePem()),
                        base64(Pem.encodeForClients(
                                credential.key(), credential.certificate().getPublicKey())));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
