package dev.setpoint.apiserver.metrics.prometheus;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Answers PromQL.
@FunctionalInterface
public interface Prometheus {
    /// The present value of one series.
    record Point(Map<String, String> labels, double value, Instant time) {}

    /// @param query one whose result is an instant vector
    /// @throws IOException when there is no answer, or one that says why not
    List<Point> query(String query) throws IOException;
}
