package dev.setpoint.apiserver.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.Documents.Document;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.value.Cause;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpServerIT {
    private static final byte[] OPENAPI = "{\"paths\":{}}".getBytes(UTF_8);

    private Path temporary;
    private TestServer server;
    private HttpClient client;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        temporary = folder;
        server = new TestServer(temporary.resolve("pki"), Limits.DEFAULT, HttpServerIT::document);
        client = server.admin(Version.HTTP_2);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void writesAnObjectWithItsRevision(Version version) throws Exception {
        server.pipeline.on("one", _ -> ScriptedPipeline.one(ScriptedPipeline.object("a", "v")));

        HttpResponse<String> answer = server.admin(version)
                .send(server.request("/api/v1/namespaces/one/configmaps/a").build(), BodyHandlers.ofString());

        assertThat(answer.version()).isEqualTo(version);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .isEqualTo("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
                        + "\"resourceVersion\":\"4711\"},\"data\":{\"k\":\"v\"}}\n");
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-cache, private");
        assertThat(answer.headers().firstValue("Audit-Id").orElseThrow())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    }

    @Test
    void handsTheRequestOnInThePipelinesWords() throws Exception {
        List<Call> seen = new ArrayList<>();
        server.pipeline.on("words", call -> {
            seen.add(call.withBody(call.body()));
            return new Answer.Document(201, new JsonObject().put("kind", "Status"), List.of("be \"careful\""));
        });
        HttpResponse<String> answer =
                send(server.request("/apis/apps/v1/namespaces/words/deployments?fieldManager=me%20too&dryRun=All")
                        .header("Content-Type", "application/JSON; charset=utf-8")
                        .header("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io")
                        .header("User-Agent", "test/1")
                        .header("Setpoint-Run", "replicaset 4711 default/web")
                        .POST(BodyPublishers.ofString("{}")));

        assertThat(answer.statusCode()).isEqualTo(201);
        assertThat(answer.headers().allValues("Warning")).containsExactly("299 - \"be \\\"careful\\\"\"");
        Call call = seen.getFirst();
        assertThat(call.user().name()).isEqualTo("kubernetes-admin");
        assertThat(call.user().groups()).containsExactly("system:masters", "system:authenticated");
        assertThat(call.verb()).isEqualTo(Verb.CREATE);
        assertThat(call.target().resource().group()).isEqualTo("apps");
        assertThat(call.parameter("fieldManager")).isEqualTo("me too");
        assertThat(call.representation().name()).isEqualTo("TABLE_V1");
        assertThat(call.userAgent()).isEqualTo("test/1");
        assertThat(call.run()).contains(new Cause.Run("replicaset", "default/web", 4711));
        assertThat(call.body()).isInstanceOfSatisfying(CallBody.Bytes.class, body -> {
            assertThat(body.mediaType()).isEqualTo("application/json");
            assertThat(body.bytes()).asString(UTF_8).isEqualTo("{}");
        });
    }

    @Test
    void writesAListWhileWalkingIt() throws Exception {
        int count = 3000;
        server.pipeline.on("list", _ -> many(count));

        HttpResponse<String> answer = get("/api/v1/namespaces/list/configmaps");

        assertThat(answer.headers().firstValue("Content-Length")).isEmpty();
        List<JsonObject> items = items(answer.body().getBytes(UTF_8));
        assertThat(items).hasSize(count);
        assertThat(items.getLast().text("kind")).isNull();
        assertThat(items.getLast().at("metadata", "resourceVersion")).isEqualTo(JsonValue.of("4711"));
    }

    @Test
    void tellsTheLengthOfASmallList() throws Exception {
        server.pipeline.on("few", _ -> many(2));
        HttpResponse<String> answer = get("/api/v1/namespaces/few/configmaps");
        assertThat(answer.headers().firstValue("Content-Length"))
                .contains(String.valueOf(answer.body().length()));
    }

    @Test
    void compressesOnlyWhatIsLargeAndOnlyForThoseWhoLikeIt() throws Exception {
        server.pipeline.on("gzip", call -> many(call.parameter("many").isEmpty() ? 100 : 3000));

        HttpResponse<byte[]> large = client.send(
                server.request("/api/v1/namespaces/gzip/configmaps?many=1")
                        .header("Accept-Encoding", "gzip")
                        .build(),
                BodyHandlers.ofByteArray());
        assertThat(large.headers().firstValue("Content-Encoding")).contains("gzip");
        assertThat(large.headers().firstValue("Vary")).contains("Accept-Encoding");
        try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(large.body()))) {
            assertThat(items(plain.readAllBytes())).hasSize(3000);
        }

        HttpResponse<String> small =
                send(server.request("/api/v1/namespaces/gzip/configmaps").header("Accept-Encoding", "gzip"));
        assertThat(small.headers().firstValue("Content-Encoding")).isEmpty();
        assertThat(get("/api/v1/namespaces/gzip/configmaps?many=1").headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void answersInYamlAndIndentedWhenAsked() throws Exception {
        server.pipeline.on("forms", _ -> ScriptedPipeline.one(ScriptedPipeline.object("a", "v")));

        HttpResponse<String> yaml =
                send(server.request("/api/v1/namespaces/forms/configmaps/a").header("Accept", "application/yaml"));
        assertThat(yaml.headers().firstValue("Content-Type")).contains("application/yaml");
        assertThat(yaml.body()).isEqualTo("""
                        apiVersion: v1
                        data:
                          k: v
                        kind: ConfigMap
                        metadata:
                          name: a
                          resourceVersion: "4711"
                        """);
        assertThat(get("/api/v1/namespaces/forms/configmaps/a?pretty=true").body())
                .startsWith("{\n  \"kind\": \"ConfigMap\",\n");
    }

    @Test
    void turnsEveryFailureIntoAStatus() throws Exception {
        server.pipeline.on("failures", call -> {
            throw switch (call.target().name()) {
                case "conflict" ->
                    new ApiException(new ApiError.Conflict(
                            new GroupResource("", "configmaps"), "x", "the object has been modified"));
                case "busy" ->
                    new ApiException(new ApiError.TooManyRequests("later", Duration.ofSeconds(3), List.of()));
                default -> new IllegalStateException("secret of the house");
            };
        });

        HttpResponse<String> conflict = get("/api/v1/namespaces/failures/configmaps/conflict");
        assertThat(conflict.statusCode()).isEqualTo(409);
        assertThat(JsonReader.object(conflict.body().getBytes(UTF_8)).text("reason"))
                .isEqualTo("Conflict");
        assertThat(get("/api/v1/namespaces/failures/configmaps/busy").headers().firstValue("Retry-After"))
                .contains("3");
        HttpResponse<String> defect = get("/api/v1/namespaces/failures/configmaps/defect");
        assertThat(defect.statusCode()).isEqualTo(500);
        assertThat(defect.body()).contains("\"reason\":\"InternalError\"").doesNotContain("secret", "at dev.setpoint");
    }

    @Test
    void cutsAnAnswerOffThatFailsHalfway() {
        List<Stored> objects = IntStream.range(0, 500)
                .mapToObj(i -> ScriptedPipeline.object("a" + i, "v".repeat(500)))
                .toList();
        server.pipeline.on("halfway", _ -> {
            var items = objects.stream()
                    .peek(item -> {
                        if (item.key().name().equals("a400")) {
                            throw new IllegalStateException("the walk failed");
                        }
                    })
                    .iterator();
            return new Answer.Many("{\"items\":[".getBytes(UTF_8), items, 0, "]}".getBytes(UTF_8), List.of());
        });
        assertThatThrownBy(() -> get("/api/v1/namespaces/halfway/configmaps")).isInstanceOf(IOException.class);
    }

    @Test
    void servesDocumentsToThoseWhoMayReadThem() throws Exception {
        HttpClient stranger = server.client(Version.HTTP_2, Optional.empty());
        for (String path : List.of("/api", "/metrics", "/openapi/v3", "/nowhere", "/healthzz")) {
            HttpResponse<String> answer = stranger.send(server.request(path).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(path).isEqualTo(403);
            assertThat(answer.body())
                    .contains("forbidden: User \\\"system:anonymous\\\" cannot get path \\\"" + path + "\\\"");
        }
        assertThat(stranger.send(server.request("/healthz").build(), BodyHandlers.ofString())
                        .body())
                .isEqualTo("system:anonymous");
        HttpRequest withToken = server.request("/healthz")
                .header("Authorization", "Bearer wrong")
                .build();
        assertThat(stranger.send(withToken, BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void letsOnlyThoseActAsOthersWhoMay() throws Exception {
        HttpRequest asJane = server.request("/healthz")
                .header("Impersonate-User", "jane")
                .header("Impersonate-Group", "one")
                .header("Impersonate-Group", "two")
                .build();
        assertThat(server.admin(Version.HTTP_2)
                        .send(asJane, BodyHandlers.ofString())
                        .body())
                .isEqualTo("jane");
        HttpResponse<String> refused =
                server.client(Version.HTTP_2, Optional.empty()).send(asJane, BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body())
                .contains("users \\\"jane\\\" is forbidden: User \\\"system:anonymous\\\" cannot impersonate resource");
        HttpRequest nameless =
                server.request("/healthz").header("Impersonate-Group", "one").build();
        assertThat(server.admin(Version.HTTP_2)
                        .send(nameless, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void getsNowhereWithACertificateOfAnotherAuthority() throws Exception {
        Pki other = Pki.open(temporary.resolve("other"), TestServer.HOSTS, server.env.wallTime(), new SecureRandom());
        // The other authority has the same name as ours, so the client finds its certificate fitting and sends it.
        HttpClient client = server.client(Version.HTTP_1_1, Optional.of(other.admin()));

        assertThatThrownBy(() -> client.send(server.request("/healthz").build(), BodyHandlers.ofString()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void servesDocumentsAndSaysWhenTheyHaveNotChanged() throws Exception {
        HttpResponse<String> first = get("/openapi/v3");
        assertThat(first.body()).isEqualTo("{\"paths\":{}}");
        assertThat(first.headers().firstValue("ETag")).contains("\"abc\"");
        assertThat(first.headers().firstValue("Vary")).contains("Accept");

        HttpResponse<String> second = send(server.request("/openapi/v3").header("If-None-Match", "\"abc\""));
        assertThat(second.statusCode()).isEqualTo(304);
        assertThat(second.body()).isEmpty();

        HttpResponse<String> head = send(server.request("/openapi/v3").method("HEAD", BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(send(server.request("/openapi/v3").POST(BodyPublishers.ofString("x")))
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void knowsNothingOfOtherPages() throws Exception {
        HttpResponse<String> answer = get("/nowhere");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(answer.body()).isEqualTo("404 page not found\n");
        assertThat(get("/api/v1/pods/a/b/c").body()).contains("the server could not find the requested resource");
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void refusesBodiesThatAreTooLarge(Version version) throws Exception {
        server.pipeline.on(
                "large",
                call -> ScriptedPipeline.one(
                        ScriptedPipeline.object("a", String.valueOf(((CallBody.Bytes) call.body()).bytes().length))));
        HttpClient chosen = server.admin(version);

        HttpResponse<String> fits = chosen.send(
                server.request("/api/v1/namespaces/large/configmaps")
                        .POST(BodyPublishers.ofString("x".repeat(3 * 1024 * 1024)))
                        .build(),
                BodyHandlers.ofString());
        assertThat(fits.body()).contains("\"3145728\"");
        for (HttpRequest.BodyPublisher publisher : List.of(
                BodyPublishers.ofString("x".repeat(3_200_000)),
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[3_200_000])))) {
            HttpResponse<String> refused = chosen.send(
                    server.request("/api/v1/namespaces/large/configmaps")
                            .POST(publisher)
                            .build(),
                    BodyHandlers.ofString());
            assertThat(refused.statusCode()).isEqualTo(413);
            assertThat(refused.body()).contains("Request entity too large: limit is 3145728");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET /api/v1/pods HTTP/1.1\r\n\r\n",
                "GET /api/v1/pods HTTP/9.9\r\nHost: x\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /api/v1/pods HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
                "GET /a%2Fb HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            })
    void answersMalformedRequestsInOrder(String text) throws Exception {
        String answer = raw(text);
        assertThat(answer)
                .matches("(?s)HTTP/1.1 (4..|505) .*")
                .contains("\"kind\":\"Status\"")
                .doesNotContain("jetty", "Exception");
    }

    @Test
    void refusesHeadersThatAreTooLarge() throws Exception {
        assertThat(raw("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Large: " + "x".repeat(70_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431");
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(server.request(path));
    }

    private HttpResponse<String> send(HttpRequest.Builder call) throws Exception {
        return client.send(call.build(), BodyHandlers.ofString());
    }

    private static List<JsonObject> items(byte[] list) {
        return Objects.requireNonNull(JsonReader.object(list).array("items")).objects();
    }

    private String raw(String call) throws IOException {
        try (Socket socket = server.socket()) {
            socket.getOutputStream().write(call.getBytes(UTF_8));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static Answer many(int count) {
        int skip = "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",".length();
        return new Answer.Many(
                "{\"kind\":\"ConfigMapList\",\"items\":[".getBytes(UTF_8),
                IntStream.range(0, count)
                        .mapToObj(i -> ScriptedPipeline.object("a" + i, "v"))
                        .iterator(),
                skip,
                "]}".getBytes(UTF_8),
                List.of());
    }

    private static Optional<Document> document(Documents.Query query) {
        return switch (query.path()) {
            case "/healthz", "/livez", "/readyz", "/version", "/livez/ping" ->
                Optional.of(Document.of("text/plain", query.user().name().getBytes(UTF_8)));
            case "/openapi/v3" ->
                Optional.of(new Document(200, "application/json", OPENAPI, "abc", Map.of("Vary", "Accept")));
            default -> Optional.empty();
        };
    }
}
