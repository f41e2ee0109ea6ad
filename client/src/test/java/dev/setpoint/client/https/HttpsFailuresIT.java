package dev.setpoint.client.https;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.client.Body;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.api.Status;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// What a write learns from a server, and from whatever lies between.
class HttpsFailuresIT {
    private static final Target CONFIG_MAPS =
            Target.collection(new GroupVersionResource("", "v1", "configmaps"), "default");
    private static final String PAGE = "<html><body>Bad Gateway</body></html>";

    private HttpServer server;
    private HttpsClient client;

    private int code;
    private byte[] body = new byte[0];
    /// How many bytes more are announced than come.
    private int missing;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.createContext("/", this::answer);
        server.start();
        client = HttpsClient.connect(
                RealEnv.create("https-failures"),
                new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build(),
                "test");
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(code, body.length + missing);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    static final List<Arguments> IN_BETWEEN = List.of(
            arguments(500, PAGE),
            arguments(502, PAGE),
            arguments(502, ""),
            arguments(502, "{\"kind\": \"Sta"),
            arguments(503, "upstream connect error or disconnect/reset before headers"),
            arguments(503, "{\"message\": \"no healthy upstream\"}"),
            arguments(504, PAGE));

    @ParameterizedTest
    @FieldSource("IN_BETWEEN")
    void whatAProxyAnswersLeavesTheOutcomeOpen(int proxyCode, String proxyBody) {
        code = proxyCode;
        body = proxyBody.getBytes(StandardCharsets.UTF_8);
        assertThat(refusal().outcomeUnknown()).isTrue();
    }

    @Test
    void aServerThatSaysThatItIsAwayHasWrittenNothing() {
        reply(new ApiError.Unavailable("shutting down", Duration.ofSeconds(5)));
        assertThat(refusal().outcomeUnknown()).isFalse();
        assertThat(refusal().retryAfter()).contains(Duration.ofSeconds(5));
    }

    @Test
    void anAnswerThatBreaksOffLeavesTheOutcomeOpen() {
        reply(new ApiError.Unauthorized());
        code = 201;
        missing = 10;
        assertThat(refusal()).isInstanceOf(ApiError.Unanswered.class);
    }

    @Test
    void aConnectionThatIsRefusedLeavesTheOutcomeOpen() {
        server.stop(0);
        assertThat(refusal()).isInstanceOf(ApiError.Unanswered.class);
    }

    private void reply(ApiError error) {
        code = Status.of(error).code();
        body = JsonWriter.bytes(Status.toJson(error));
    }

    private ApiError refusal() {
        ApiException refused = catchThrowableOfType(
                ApiException.class,
                () -> client.create(CONFIG_MAPS, new Body.Tree(new JsonObject()), WriteOptions.DEFAULT));
        assertThat(refused).isNotNull();
        return refused.error();
    }
}
