package dev.setpoint.apiserver.metrics.prometheus;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.machinery.json.MalformedJsonException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A Prometheus server, through its HTTP API.
public final class PrometheusHttp implements Prometheus {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final long MOST_BYTES = 16 << 20;

    private final URI base;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(CONNECT).build();

    /// @param base where the server is: `http://127.0.0.1:9090`
    public PrometheusHttp(URI base) {
        this.base = base;
    }

    @Override
    public List<Point> query(String query) throws IOException {
        String path = base.toString().replaceAll("/+$", "") + "/api/v1/query?query="
                + URLEncoder.encode(query, StandardCharsets.UTF_8);
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(path)).timeout(ANSWER).GET().build();
        try {
            HttpResponse<byte[]> response = client.send(
                    request, HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MOST_BYTES));
            if (response.statusCode() != 200) {
                throw new IOException("Prometheus answered with code " + response.statusCode());
            }
            return points(JsonReader.object(response.body()));
        } catch (MalformedJsonException e) {
            throw new IOException("Prometheus gave no JSON: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for Prometheus", e);
        }
    }

    private static List<Point> points(JsonObject answer) throws IOException {
        if (!answer.textOr("status", "").equals("success")) {
            throw new IOException("Prometheus says: " + answer.textOr("error", "no success"));
        }
        JsonArray result = answer.child("data").array("result");
        List<Point> points = new ArrayList<>();
        for (JsonObject series : result == null ? List.<JsonObject>of() : result.objects()) {
            Map<String, String> labels = new LinkedHashMap<>();
            series.child("metric").forEach((name, value) -> {
                if (value instanceof JsonString(var text)) {
                    labels.put(name, text);
                }
            });
            points.add(point(labels, series.array("value")));
        }
        return points;
    }

    /// Prometheus writes `[1435781451.781, "1.5"]`: seconds, and the number as a text.
    private static Point point(Map<String, String> labels, @Nullable JsonArray pair) throws IOException {
        if (pair == null || pair.size() != 2 || !(pair.get(1) instanceof JsonString(var value))) {
            throw new IOException("Prometheus gave no instant vector: " + pair);
        }
        try {
            double seconds = Double.parseDouble(pair.get(0).toString());
            return new Point(
                    labels,
                    Double.parseDouble(value.replace("Inf", "Infinity")),
                    Instant.ofEpochMilli(Math.round(seconds * 1000)));
        } catch (NumberFormatException e) {
            throw new IOException("Prometheus gave no number: " + pair, e);
        }
    }
}
