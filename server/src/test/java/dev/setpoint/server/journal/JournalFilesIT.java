package dev.setpoint.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.apiserver.stream.LogOptions;
import dev.setpoint.base.baton.BatonEnv;
import dev.setpoint.base.value.Key;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs in files: bounded, and there after a restart.
class JournalFilesIT {
    private static final Key POD = new Key("pods", "kube-system", "etcd-node-1");
    private static final LogOptions PREVIOUS =
            new LogOptions(false, true, false, Optional.empty(), OptionalLong.empty(), OptionalLong.empty());

    @TempDir
    private Path folder;

    /// One process, from its start to its end.
    private interface Start {
        void run(BatonEnv env, Journals journals) throws IOException;
    }

    private void process(Start start) throws IOException {
        try (BatonEnv env = BatonEnv.create(2)) {
            Journals journals = Journals.in(folder, env.child("logs"), List.of("etcd"));
            journals.start();
            start.run(env, journals);
            env.call(() -> {
                journals.close();
                return true;
            });
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("etcd"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String read(BatonEnv env, Journals journals, LogOptions options) {
        try (TextStream stream = journals.open(POD, "etcd", options).orElseThrow()) {
            return env.call(() -> stream.next(Duration.ofSeconds(1)))
                    .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                    .orElse("");
        }
    }

    @Test
    void anEarlierProcessIsThePreviousLife() throws IOException {
        process((_, journals) -> journals.of("etcd").info("etcd", "in the first"));
        assertThat(Files.readString(folder.resolve("etcd/0.log")))
                .isEqualTo("2026-01-01T00:00:00.000000Z I0101 00:00:00.000000       1 etcd] in the first\n");
        process((env, journals) -> {
            journals.of("etcd").info("etcd", "in the second");
            env.advance(Duration.ofSeconds(1));
            assertThat(read(env, journals, PREVIOUS)).isEqualTo("I0101 00:00:00.000000       1 etcd] in the first\n");
        });
        process((_, journals) -> journals.of("etcd").info("etcd", "in the third"));
        assertThat(files()).containsExactly("1.log", "2.log");
    }

    @Test
    void aFileThatIsFullMakesRoom() throws IOException {
        String wide = "x".repeat(8000);
        process((env, journals) -> {
            for (int i = 0; i < 4000; i++) {
                journals.of("etcd").info("etcd", wide);
                if (i % 500 == 0) {
                    env.advance(Duration.ofSeconds(1));
                }
            }
        });
        assertThat(files()).containsExactly("0.log", "0.log.1");
        assertThat(Files.size(folder.resolve("etcd/0.log"))).isBetween(1L, 10L << 20);
        assertThat(Files.size(folder.resolve("etcd/0.log.1"))).isBetween(1L, 10L << 20);
    }
}
