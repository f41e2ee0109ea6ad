package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.process.Folders;
import dev.setpoint.server.Server;
import dev.setpoint.server.ServerOptions;
import dev.setpoint.server.ServerOptions.StoreKind;
import java.nio.file.Path;
import java.util.Optional;

/// Starts two clusters in memory, one after the other, in a JVM of their own, and tells how long the second took:
/// what every test but the first waits for.
final class SecondCluster {
    private static final String ANSWER = "nanoseconds: ";

    private SecondCluster() {}

    public static void main(String[] arguments) throws Exception {
        start();
        System.out.println(ANSWER + start());
    }

    static boolean isAnswer(String line) {
        return line.startsWith(ANSWER);
    }

    static double millis(String answer) {
        return Long.parseLong(answer.substring(ANSWER.length())) / 1e6;
    }

    private static long start() throws Exception {
        Path folder = Folders.create();
        long begin = System.nanoTime();
        try (Server _ =
                Server.start(new ServerOptions(folder, "127.0.0.1", 0, 1, StoreKind.MEMORY, Optional.empty()))) {
            return System.nanoTime() - begin;
        } finally {
            Folders.delete(folder);
        }
    }
}
