package dev.setpoint.client.https;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Cause;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.DecodedObjects;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.Fence;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.ObjectList;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.RequestParameters;
import dev.setpoint.client.Target;
import dev.setpoint.client.Watch;
import dev.setpoint.client.WatchOptions;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.StatusReader;
import dev.setpoint.machinery.json.JsonWriter;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Speaks with a Kubernetes API server, ours or any other.
///
///     try (HttpsClient client = HttpsClient.connect(env, Config.autoConfigure(null), "backup-operator")) {
///         Loops loops = new Loops(env, client, new Metrics());
///
/// Nothing is tried twice here: a loop that fails comes back by itself.
public final class HttpsClient implements Client, AutoCloseable {
    private static final String JSON = "application/json";
    private static final int UNAUTHORIZED = 401;

    private final Env env;
    private final HttpClient http;
    private final String server;
    private final String userAgent;
    private final Optional<Fence> fence;
    private final Optional<BearerToken> bearer;
    private final DecodedObjects decoded;

    /// @param http knows the server's authority and the user's credentials; closed with this client
    /// @param server as in a kubeconfig: `https://127.0.0.1:6443`
    public HttpsClient(Env env, HttpClient http, String server, String userAgent) {
        this(env, http, server, userAgent, Optional.empty(), Optional.empty(), DecodedObjects.ofHeap());
    }

    /// @param decoded where decoded objects are kept; closed with this client
    public HttpsClient(Env env, HttpClient http, String server, String userAgent, DecodedObjects decoded) {
        this(env, http, server, userAgent, Optional.empty(), Optional.empty(), decoded);
    }

    private HttpsClient(
            Env env,
            HttpClient http,
            String server,
            String userAgent,
            Optional<Fence> fence,
            Optional<BearerToken> bearer,
            DecodedObjects decoded) {
        this.env = env;
        this.http = http;
        this.server = server.endsWith("/") ? server.substring(0, server.length() - 1) : server;
        this.userAgent = userAgent;
        this.fence = fence;
        this.bearer = bearer;
        this.decoded = decoded;
    }

    /// @param config whose retries are left out, since loops have their own
    public static HttpsClient connect(Env env, Config config, String userAgent) {
        return new HttpsClient(env, http(config, userAgent), config.getMasterUrl(), userAgent);
    }

    /// Connections for clients of one user agent.
    public static HttpClient http(Config config, String userAgent) {
        config.setRequestRetryBackoffLimit(0);
        config.setUserAgent(userAgent); // Which goes over whatever a request says.
        return HttpClientUtils.getHttpClientFactory().newBuilder(config).build();
    }

    /// The same client, whose writes count only while its owner leads; where the server is ours. Others do not look
    /// at the fence, and the deadline for renewals is all there is.
    @Override
    public HttpsClient fenced(Fence newFence) {
        return new HttpsClient(env, http, server, userAgent, Optional.of(newFence), bearer, decoded);
    }

    /// The same client for whoever shows this token. The connections must show nothing themselves: a server takes a
    /// certificate for more.
    public HttpsClient showing(BearerToken token) {
        return new HttpsClient(env, http, server, userAgent, fence, Optional.of(token), decoded);
    }

    @Override
    public DecodedObjects decoded() {
        return decoded;
    }

    @Override
    public Stored get(Target target) {
        return Wire.object(target, call(request(target, Map.of())));
    }

    @Override
    public ObjectList list(Target collection, ListOptions options) {
        return Wire.list(collection, call(request(collection, RequestParameters.of(options))));
    }

    @Override
    public Watch watch(Target collection, WatchOptions options) {
        String more = "&watch=true";
        Optional<String> shown = bearer.map(BearerToken::current);
        HttpRequest request = identified(
                        http.newHttpRequestBuilder()
                                .uri(Wire.uri(server, collection, RequestParameters.of(options)) + more)
                                .header("Accept", JSON)
                                .header("User-Agent", userAgent),
                        shown)
                .forStreaming()
                .build();
        return HttpsWatch.open(env, http, request, collection);
    }

    private static HttpRequest.Builder identified(HttpRequest.Builder request, Optional<String> token) {
        return token.map(text -> request.header("Authorization", "Bearer " + text))
                .orElse(request);
    }

    @Override
    public Stored create(Target target, Body body, WriteOptions options) {
        return Wire.object(target, send("POST", target, options, JSON, body));
    }

    @Override
    public Stored update(Target target, Body body, WriteOptions options) {
        return Wire.object(target, send("PUT", target, options, JSON, body));
    }

    @Override
    public Stored patch(Target target, PatchType type, Body body, WriteOptions options) {
        return Wire.object(target, send("PATCH", target, options, type.mediaType(), body));
    }

    @Override
    public void delete(Target target, DeleteOptions options) {
        remove(target, Map.of(), options);
    }

    @Override
    public void deleteCollection(Target collection, ListOptions selection, DeleteOptions options) {
        remove(collection, RequestParameters.ofSelection(selection), options);
    }

    @Override
    public void close() {
        http.close();
        decoded.close();
    }

    @SuppressWarnings("CheckReturnValue") // What was deleted is of no interest; a failure is thrown.
    private void remove(Target target, Map<String, List<String>> parameters, DeleteOptions options) {
        call(during(options.run(), request(target, parameters))
                .method("DELETE", JSON, JsonWriter.text(options.toJson())));
    }

    private byte[] send(String method, Target target, WriteOptions options, String mediaType, Body body) {
        String text = switch (body) {
            case Body.Tree(var json) -> JsonWriter.text(json);
            case Body.Encoded(byte[] json) -> new String(json, StandardCharsets.UTF_8);
        };
        return call(during(options.run(), request(target, RequestParameters.of(options)))
                .method(method, mediaType, text));
    }

    private static HttpRequest.Builder during(Optional<Cause.Run> run, HttpRequest.Builder request) {
        return run.map(its -> request.header(Cause.Run.HEADER, its.encode())).orElse(request);
    }

    private HttpRequest.Builder request(Target target, Map<String, List<String>> parameters) {
        HttpRequest.Builder builder = http.newHttpRequestBuilder()
                .uri(Wire.uri(server, target, parameters))
                .header("Accept", JSON)
                .header("User-Agent", userAgent);
        return fence.map(shown -> builder.header(Fence.HEADER, shown.encode())).orElse(builder);
    }

    private byte[] call(HttpRequest.Builder request) {
        Optional<String> shown = bearer.map(BearerToken::current);
        HttpRequest identified = identified(request, shown).build();
        HttpResponse<byte[]> response = Replies.await(env, http.sendAsync(identified, byte[].class));
        if (!response.isSuccessful()) {
            if (response.code() == UNAUTHORIZED) {
                bearer.ifPresent(token -> shown.ifPresent(token::refused));
            }
            throw new ApiException(StatusReader.error(response.code(), Wire.status(response.body())));
        }
        return response.body();
    }
}
