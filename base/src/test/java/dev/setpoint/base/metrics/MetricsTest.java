package dev.setpoint.base.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MetricsTest {
    private final Metrics metrics = new Metrics();

    @Test
    void rendersFamiliesAndSeriesSorted() {
        metrics.counter("b_total", "Counts b", "name", "two").add(2);
        metrics.counter("b_total", "Counts b", "name", "one").increment();
        metrics.gauge("a_depth", "How deep", () -> 7);

        assertThat(metrics.text()).isEqualTo("""
                # HELP a_depth How deep
                # TYPE a_depth gauge
                a_depth 7
                # HELP b_total Counts b
                # TYPE b_total counter
                b_total{name="one"} 1
                b_total{name="two"} 2
                """);
    }

    @Test
    void addsUpTheCountersOfAName() {
        metrics.counter("b_total", "Counts b", "name", "two").add(2);
        metrics.counter("b_total", "Counts b", "name", "one").increment();

        assertThat(metrics.total("b_total")).isEqualTo(3);
        assertThat(metrics.total("c_total")).isZero();
    }

    @Test
    void accumulatesBucketsOfAHistogram() {
        Histogram histogram = metrics.histogram("work_seconds", "Work", Buckets.of(0.00001, 0.005, 10.0), "name", "x");
        histogram.observe(0.005);
        histogram.observe(3);
        histogram.observe(30.5);

        assertThat(metrics.text()).isEqualTo("""
                # HELP work_seconds Work
                # TYPE work_seconds histogram
                work_seconds_bucket{name="x",le="1e-05"} 0
                work_seconds_bucket{name="x",le="0.005"} 1
                work_seconds_bucket{name="x",le="10"} 2
                work_seconds_bucket{name="x",le="+Inf"} 3
                work_seconds_sum{name="x"} 33.505
                work_seconds_count{name="x"} 3
                """);
    }

    @Test
    void givesOneInstrumentForOneNameAndLabels() {
        metrics.counter("c_total", "", "a", "1").increment();
        assertThat(metrics.counter("c_total", "", "a", "1").count()).isEqualTo(1);
        assertThat(metrics.counter("c_total", "", "a", "2").count()).isZero();
    }

    @Test
    void escapesLabelValues() {
        metrics.counter("c_total", "two\nlines", "a", "quote \" and \\ and\nnewline")
                .increment();
        assertThat(metrics.text())
                .contains("# HELP c_total two\\nlines\n")
                .contains("c_total{a=\"quote \\\" and \\\\ and\\nnewline\"} 1\n");
    }

    @Test
    void refusesOneNameForTwoTypes() {
        metrics.counter("c_total", "");
        assertThatThrownBy(() -> metrics.gauge("c_total", "", () -> 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
