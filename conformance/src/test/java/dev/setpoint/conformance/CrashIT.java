package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole process is killed with -9 under load and started again: every acknowledged write is there,
/// and the loops take up where they were.
class CrashIT {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
    private static final byte[] NOTHING = new byte[0];
    private static final int WRITERS = 4;
    private static final int ENOUGH = 200;

    @Test
    void losesNoAcknowledgedWrite(@TempDir Path folder) throws IOException, InterruptedException {
        ConcurrentLinkedQueue<String> acknowledged = new ConcurrentLinkedQueue<>();
        UpProcess first = UpProcess.start(folder);
        AdminHttp http = AdminHttp.of(first.kubeconfig());
        Kubectl kubectl = first.kubectl("1.33");
        kubectl.run("create", "deployment", "demo", "--image=nginx:1.25", "--replicas=3");
        List<Thread> writers = load(http, acknowledged);
        while (acknowledged.size() < ENOUGH) {
            Thread.onSpinWait();
        }
        first.kill();
        for (Thread writer : writers) {
            writer.join();
        }

        try (UpProcess second = UpProcess.start(folder)) {
            AdminHttp again = AdminHttp.of(second.kubeconfig());
            for (String name : acknowledged) {
                AdminHttp.Answer answer = again.send("GET", MAPS + "/" + name, Map.of(), NOTHING);
                assertThat(answer.code()).as(name).isEqualTo(200);
                assertThat(JsonReader.object(answer.body()).child("data").textOr("name", ""))
                        .isEqualTo(name);
            }
            kubectl.until(
                    phases -> Kubectl.lines(phases).toList().equals(List.of("Running", "Running", "Running")),
                    "get",
                    "pods",
                    "-l",
                    "app=demo",
                    "-o",
                    "jsonpath={range .items[*]}{.status.phase}{\"\\n\"}{end}");
            kubectl.run("scale", "deployment", "demo", "--replicas=1");
            kubectl.until(names -> Kubectl.lines(names).count() == 1, "get", "pods", "-l", "app=demo", "-o", "name");
        }
    }

    /// Writers that stop at the first request that is not acknowledged.
    private static List<Thread> load(AdminHttp http, ConcurrentLinkedQueue<String> acknowledged) {
        AtomicBoolean going = new AtomicBoolean(true);
        AtomicInteger number = new AtomicInteger();
        return IntStream.range(0, WRITERS)
                .mapToObj(_ -> Thread.ofPlatform().start(() -> {
                    while (going.get()) {
                        String name = "written-" + number.incrementAndGet();
                        byte[] body = ("{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"name\":\"" + name
                                        + "\"}}")
                                .getBytes(StandardCharsets.UTF_8);
                        try {
                            if (http.send("POST", MAPS, JSON, body).code() == 201) {
                                acknowledged.add(name);
                            }
                        } catch (AssertionError gone) {
                            going.set(false);
                        }
                    }
                }))
                .toList();
    }
}
