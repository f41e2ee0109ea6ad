package dev.setpoint.conformance.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.ClusterExtension;
import dev.setpoint.conformance.Kubectl;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtendWith;

/// `proxy`: the API for programs that know neither TLS nor certificates.
@ExtendWith(ClusterExtension.class)
class ProxyIT {
    private static final String ANNOUNCED = "Starting to serve on ";

    @OldestAndNewest
    void passesRequestsOn(String version, Cluster cluster) throws IOException, InterruptedException {
        Kubectl kubectl = cluster.kubectl(version);
        kubectl.run("create", "configmap", "seen", "--from-literal=a=1");
        Process proxy = kubectl.start("proxy", "--port=0");
        try (BufferedReader out = proxy.inputReader();
                HttpClient http = HttpClient.newHttpClient()) {
            String line = out.readLine();
            assertThat(line).startsWith(ANNOUNCED);
            String address = "http://" + line.substring(ANNOUNCED.length());
            URI map = URI.create(address + "/api/v1/namespaces/" + kubectl.namespace() + "/configmaps/seen");
            HttpRequest request = HttpRequest.newBuilder(map)
                    .version(HttpClient.Version.HTTP_1_1) // The proxy takes the offer of HTTP/2 for exec.
                    .timeout(Duration.ofSeconds(30))
                    .build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"data\":{\"a\":\"1\"}");
        } finally {
            proxy.destroy();
        }
    }
}
