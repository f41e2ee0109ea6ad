package dev.setpoint.conformance.golden;

import dev.setpoint.conformance.PartsApart;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// What loops do is the same when they are in JVMs of their own, with tokens and certificates of their own.
class ApartIT {
    private static final String TOKEN = "golden";
    /// In which loops answer for what is seen.
    private static final List<String> AREAS = List.of(
            "admission",
            "apps",
            "auth",
            "autoscaling",
            "batch",
            "concurrency",
            "controllers",
            "coordination",
            "core",
            "crd",
            "delete",
            "networking",
            "pods",
            "policy",
            "storage");

    private static PartsApart parts;

    @BeforeAll
    static void start(@TempDir Path folder) {
        parts = new PartsApart(folder, 0, TOKEN + ",admin,admin,system:masters\n");
    }

    @AfterAll
    static void stop() {
        parts.close();
    }

    @TestFactory
    Stream<DynamicTest> answersAsRecorded() {
        return Recordings.load().of(AREAS).playedTo(new Wire(parts.kubeconfig(), TOKEN));
    }
}
