package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Promise;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Plain text that goes on, as a log that somebody follows.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TextIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private TestServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = new TestServer(folder, Limits.DEFAULT, _ -> Optional.empty());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /// Says what the test puts into it.
    private final class Script implements TextStream {
        final BoundedQueue<String> parts = server.env.queue(10);
        final Promise<Boolean> closed = server.env.promise();

        @Override
        public Optional<byte[]> next(Duration deadline) {
            Optional<String> part = parts.take(deadline);
            return part.isEmpty() && parts.closed()
                    ? Optional.empty()
                    : Optional.of(part.orElse("").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() {
            closed.complete(true);
        }
    }

    private HttpResponse<InputStream> follow(Version version, String namespace, Script script) throws Exception {
        server.pipeline.on(namespace, _ -> new Answer.Text(200, script, List.of()));
        return server.admin(version)
                .send(
                        server.request("/api/v1/namespaces/" + namespace + "/pods/a/log?follow=true")
                                .build(),
                        BodyHandlers.ofInputStream());
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void sendsWhatComesAndEndsWithIt(Version version) throws Exception {
        Script script = new Script();
        HttpResponse<InputStream> answer = follow(version, "lines", script);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(script.parts.offer("one\n")).isTrue();
            assertThat(lines.readLine()).isEqualTo("one");
            assertThat(script.parts.offer("two\nthree")).isTrue();
            assertThat(lines.readLine()).isEqualTo("two");
            script.parts.close();
            assertThat(lines.readLine()).isEqualTo("three");
            assertThat(lines.readLine()).isNull();
        }
        assertThat(script.closed.await(PATIENCE)).contains(true);
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void noticesThatTheClientHungUpThoughNothingIsSaid(Version version) throws Exception {
        Script script = new Script();
        follow(version, "hang-up", script).body().close();
        assertThat(script.closed.await(PATIENCE)).contains(true);
    }
}
