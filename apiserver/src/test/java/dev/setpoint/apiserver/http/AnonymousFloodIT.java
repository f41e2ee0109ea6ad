package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Callers without a name who announce bodies and never send them cost next to nothing, and nobody waits for them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnonymousFloodIT {
    private static final int CONNECTIONS = 12;
    private static final int STREAMS = 250;
    private static final long ANNOUNCED = 3 * 1024 * 1024;
    private static final long MOST_HEAP = 100L * 1024 * 1024;
    private static final int READS = 2_000;

    private TestServer server;

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        server = new TestServer(folder, Limits.DEFAULT, _ -> Optional.empty());
        server.pipeline.on("mine", _ -> ScriptedPipeline.one(ScriptedPipeline.object("a", "")));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void bodiesThatAreAnnouncedAndNeverSentTakeNeitherMemoryNorPlaces() throws Exception {
        try (HttpClient admin = server.admin(HttpClient.Version.HTTP_2)) {
            read(admin);
            long quiet = p99Micros(read(admin));
            long before = heap();
            List<RawHttp2> flood = new ArrayList<>();
            for (int connection = 0; connection < CONNECTIONS; connection++) {
                RawHttp2 open = RawHttp2.over(server.socket(Optional.empty(), "h2"));
                flood.add(open);
                byte[][] requests = new byte[STREAMS][];
                Arrays.setAll(
                        requests,
                        request -> RawHttp2.post(2 * request + 1, "/api/v1/namespaces/mine/configmaps", ANNOUNCED));
                open.send(requests);
            }
            long loud = p99Micros(read(admin));
            assertThat(heap() - before).isLessThan(MOST_HEAP);
            for (RawHttp2 connection : flood) {
                assertThat(connection.wasEnded()).as("the server says good-bye").isTrue();
                connection.close();
            }
            System.out.printf("p99 of an administrator's reads: %d us quiet, %d us beside the flood%n", quiet, loud);
        }
    }

    /// How long each took, in nanoseconds. All of them succeed.
    private long[] read(HttpClient admin) throws Exception {
        long[] nanos = new long[READS];
        for (int read = 0; read < READS; read++) {
            long begun = System.nanoTime();
            HttpResponse<byte[]> answer = admin.send(
                    server.request("/api/v1/namespaces/mine/configmaps/a").build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            nanos[read] = System.nanoTime() - begun;
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        return nanos;
    }

    private static long p99Micros(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length * 99 / 100] / 1000;
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
