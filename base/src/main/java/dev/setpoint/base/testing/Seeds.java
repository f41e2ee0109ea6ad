package dev.setpoint.base.testing;

import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// Property tests: one body, many seeds. The seeds are the same in every build, so that a test is green or
/// red, never sometimes.
///
///     Seeds.check(200, seed -> { var random = Seeds.random(seed); ... });
///
/// A failure names its seed and how to run that one alone: `-Dsetpoint.seed=<seed>`.
public final class Seeds {
    private static final String ONE_SEED = "setpoint.seed";

    private Seeds() {}

    /// Runs the body with the seeds 1 to `runs`, or with the one that the system property names.
    public static void check(int runs, LongConsumer body) {
        var only = System.getProperty(ONE_SEED);
        if (only != null) {
            check(Long.parseLong(only), body);
            return;
        }
        for (long seed = 1; seed <= runs; seed++) {
            check(seed, body);
        }
    }

    public static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static void check(long seed, LongConsumer body) {
        try {
            body.accept(seed);
        } catch (RuntimeException | AssertionError failure) {
            throw new AssertionError(
                    "failed with seed %d; to see it alone: ./mvnw test -Dtest=%s -D%s=%d%n%s"
                            .formatted(seed, caller(), ONE_SEED, seed, failure.getMessage()),
                    failure);
        }
    }

    /// The test that asked, as surefire names it.
    private static String caller() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().equals(Seeds.class.getName()))
                        .findFirst()
                        .map(frame -> simpleName(frame.getClassName()) + "#" + frame.getMethodName())
                        .orElse("*"));
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
