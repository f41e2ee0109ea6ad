package dev.setpoint.conformance.loops;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.setpoint.conformance.Cluster;
import dev.setpoint.conformance.Kubectl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// An autoscaler that follows a metric of the world outside, which Prometheus knows.
class PrometheusIT {
    private static final String NEWEST = Kubectl.versions().getLast();
    private static final String AUTOSCALER = """
            apiVersion: autoscaling/v2
            kind: HorizontalPodAutoscaler
            metadata: {name: worker}
            spec:
              minReplicas: 1
              maxReplicas: 9
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: worker}
              metrics:
              - type: External
                external:
                  metric: {name: queue_length, selector: {matchLabels: {queue: orders}}}
                  target: {type: AverageValue, averageValue: "10"}
            """;

    @Test
    void anAutoscalerFollowsAnExternalMetric() throws IOException {
        HttpServer prometheus = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        prometheus.createContext("/api/v1/query", exchange -> {
            boolean asked = exchange.getRequestURI().getQuery().equals("query=queue_length{queue=\"orders\"}");
            byte[] answer = """
                    {"status":"success","data":{"resultType":"vector","result":[%s]}}""".formatted(
                            asked ? "{\"metric\":{\"queue\":\"orders\"},\"value\":[1777636800.1,\"40\"]}" : "")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        prometheus.start();
        URI address = URI.create("http://127.0.0.1:" + prometheus.getAddress().getPort());
        try (Cluster cluster = Cluster.measuredBy(address)) {
            Kubectl kubectl = cluster.kubectl(NEWEST);
            assertThat(kubectl.run(
                            "get",
                            "--raw",
                            "/apis/external.metrics.k8s.io/v1beta1/namespaces/" + kubectl.namespace()
                                    + "/queue_length?labelSelector=queue%3Dorders"))
                    .contains("\"metricLabels\":{\"queue\":\"orders\"}")
                    .contains("\"value\":\"40\"");
            kubectl.run("create", "deployment", "worker", "--image=nginx:1.25");
            kubectl.feed(AUTOSCALER, "apply", "-f", "-");
            kubectl.until("4"::equals, "get", "deploy", "worker", "-o", "jsonpath={.spec.replicas}");
        } finally {
            prometheus.stop(0);
        }
    }
}
