package dev.setpoint.benchmarks.scenario;

import dev.setpoint.junit.Cluster;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Starts two clusters as a test with `@ControlPlane` does, one after the other, in a JVM of their own, and tells how
/// long the second took until its loops had seen everything: what every test but the first waits for.
final class SecondCluster {
    private static final String ANSWER = "nanoseconds: ";

    /// Kept, since a logger that nobody holds forgets its level.
    private static final Logger LOOPS = Logger.getLogger("dev.setpoint");

    private SecondCluster() {}

    public static void main(String[] arguments) {
        LOOPS.setLevel(Level.WARNING); // They would tell of their elections, in the midst of a table.
        start();
        System.out.println(ANSWER + start());
    }

    static boolean isAnswer(String line) {
        return line.startsWith(ANSWER);
    }

    static double millis(String answer) {
        return Long.parseLong(answer.substring(ANSWER.length())) / 1e6;
    }

    private static long start() {
        long begin = System.nanoTime();
        try (Cluster _ = Cluster.start()) {
            return System.nanoTime() - begin;
        }
    }
}
