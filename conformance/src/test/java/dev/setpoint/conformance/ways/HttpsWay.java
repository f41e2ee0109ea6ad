package dev.setpoint.conformance.ways;

import dev.setpoint.conformance.AdminHttp;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Bytes over a socket.
final class HttpsWay implements Way {
    private final AdminHttp http;
    private final HttpClient.Version version;

    HttpsWay(AdminHttp http, HttpClient.Version version) {
        this.http = http;
        this.version = version;
    }

    @Override
    public String name() {
        return version == HttpClient.Version.HTTP_2 ? "https2" : "https1";
    }

    @Override
    public Optional<Reply> ask(Question question, String space) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(http.server() + question.uri(space)))
                .version(version)
                .timeout(Duration.ofSeconds(60))
                .header("User-Agent", WaysInIT.AGENT)
                .header("Accept", question.accept())
                .method(
                        question.method(),
                        question.body().isEmpty()
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(question.bytes()));
        if (!question.mediaType().isEmpty()) {
            request.header("Content-Type", question.mediaType());
        }
        try {
            HttpResponse<InputStream> response =
                    http.client().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return Optional.of(new Reply(
                        response.statusCode(),
                        parts(question, body),
                        Optional.of(response.headers().allValues("warning"))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(question.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// Of a watch as many lines as it is to bring.
    private static List<String> parts(Question question, InputStream body) throws IOException {
        if (question.events() == 0) {
            return List.of(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
        BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        return lines.lines().limit(question.events()).toList();
    }
}
