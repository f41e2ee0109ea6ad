package dev.setpoint.junit;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// The official Java client, for those who have it on their class path.
final class OfficialClient {
    private OfficialClient() {}

    static ApiClient of(Path kubeconfig) {
        try (Reader reader = Files.newBufferedReader(kubeconfig)) {
            ApiClient client =
                    ClientBuilder.kubeconfig(KubeConfig.loadKubeConfig(reader)).build();
            client.setReadTimeout(Math.toIntExact(Duration.ZERO.toMillis())); // A watch may be silent for long.
            return client;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
