package dev.setpoint.benchmarks.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/// A pod as people write them, of some 4 KB.
public final class SamplePod {
    private SamplePod() {}

    public static byte[] bytes() {
        try (InputStream in = Objects.requireNonNull(SamplePod.class.getResourceAsStream("pod.json"))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
