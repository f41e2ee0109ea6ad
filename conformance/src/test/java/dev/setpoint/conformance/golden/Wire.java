package dev.setpoint.conformance.golden;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.setpoint.conformance.AdminHttp;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// HTTP/1.1 to one server, with the administrator's token or without.
final class Wire {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final byte[] PROTOBUF = {'k', '8', 's', 0};

    private final AdminHttp http;
    private final String token;

    /// @param token the administrator's
    Wire(Path kubeconfig, String token) {
        http = AdminHttp.anonymous(kubeconfig);
        this.token = token;
    }

    record Header(String name, String value) {}

    /// @param credential empty for the administrator's, `none`, or a bearer token
    record Call(String method, String path, List<Header> headers, Optional<byte[]> body, String credential) {}

    record Answer(int status, HttpHeaders headers, byte[] data) {
        String contentType() {
            return Bodies.contentType(headers);
        }

        boolean isProtobuf() {
            return data.length >= PROTOBUF.length
                    && Arrays.equals(data, 0, PROTOBUF.length, PROTOBUF, 0, PROTOBUF.length);
        }

        String text() {
            return new String(data, StandardCharsets.UTF_8);
        }

        Optional<JsonNode> json() {
            String text = text();
            boolean likely = contentType().contains("json")
                    || contentType().isEmpty()
                    || text.startsWith("{")
                    || text.startsWith("[");
            if (isProtobuf() || !likely || text.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(Scenario.MAPPER.readTree(text));
            } catch (JsonProcessingException e) {
                return Optional.empty();
            }
        }
    }

    Answer send(Call call) {
        HttpResponse<byte[]> response = exchange(call, HttpResponse.BodyHandlers.ofByteArray());
        return new Answer(response.statusCode(), response.headers(), response.body());
    }

    HttpResponse<InputStream> open(Call call) {
        return exchange(call, HttpResponse.BodyHandlers.ofInputStream());
    }

    private <T> HttpResponse<T> exchange(Call call, HttpResponse.BodyHandler<T> handler) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(http.server() + call.path()))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(DEADLINE)
                .method(
                        call.method(),
                        call.body()
                                .map(HttpRequest.BodyPublishers::ofByteArray)
                                .orElseGet(HttpRequest.BodyPublishers::noBody));
        headers(call).forEach(header -> request.header(header.name(), header.value()));
        try {
            return http.client().send(request.build(), handler);
        } catch (IOException e) {
            throw new AssertionError(call.method() + " " + call.path(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /// The headers of every request, unless the call has its own.
    private List<Header> headers(Call call) {
        List<Header> headers = new ArrayList<>();
        headers.add(new Header("User-Agent", "golden/1.0"));
        headers.add(new Header("Accept", "application/json"));
        if (!call.credential().equals("none")) {
            String shown = call.credential().isEmpty() ? token : call.credential();
            headers.add(new Header("Authorization", "Bearer " + shown));
        }
        if (call.body().isPresent()) {
            headers.add(new Header("Content-Type", "application/json"));
        }
        headers.removeIf(
                header -> call.headers().stream().anyMatch(own -> own.name().equalsIgnoreCase(header.name())));
        headers.addAll(call.headers());
        return headers;
    }
}
