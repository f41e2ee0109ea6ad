package dev.setpoint.benchmarks.scenario;

import dev.setpoint.junit.Cluster;

/// Starts two clusters as a test with `@ControlPlane` does, one after the other, in a JVM of their own, and tells how
/// long the second took until its loops had seen everything: what every test but the first waits for.
final class SecondCluster {
    private static final String ANSWER = "nanoseconds: ";

    private SecondCluster() {}

    public static void main(String[] arguments) {
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
