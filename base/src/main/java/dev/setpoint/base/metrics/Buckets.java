package dev.setpoint.base.metrics;

import java.util.List;

/// The upper bounds of a histogram, rising; whatever is greater than all falls into the last, unnamed one.
public record Buckets(List<Double> bounds) {
    public Buckets {
        bounds = List.copyOf(bounds);
        for (int i = 1; i < bounds.size(); i++) {
            if (bounds.get(i) <= bounds.get(i - 1)) {
                throw new IllegalArgumentException("bounds: " + bounds + " (expected: rising)");
            }
        }
    }

    public static Buckets of(Double... bounds) {
        return new Buckets(List.of(bounds));
    }
}
