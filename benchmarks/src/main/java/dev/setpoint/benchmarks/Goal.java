package dev.setpoint.benchmarks;

import java.util.Locale;

/// Everything that has to be reached, in one place, and what Kubernetes v1.36 (API server, etcd and controllers) was
/// measured to need on a machine of this kind: two cores, shared with the client.
public enum Goal {
    CREATE_CONFIG_MAP("create ConfigMap 1 KB: CPU", "ms", Bound.AT_MOST, 0.25, "1.4 ms, 750 /s"),
    CREATE_POD("create Pod 4 KB: CPU", "ms", Bound.AT_MOST, 0.45, "2.8 ms, 350 /s"),
    GET_POD("get Pod: CPU", "ms", Bound.AT_MOST, 0.12, "0.78 ms"),
    GET_POD_RATE("get Pod: rate", "/s", Bound.RATIO_AT_LEAST, 0.8, "1,200 /s"),
    MERGE_PATCH("merge patch of a Pod: CPU", "ms", Bound.AT_MOST, 0.6, "4.6 ms, 300 /s"),
    STRATEGIC_PATCH("strategic patch of a Pod's status: CPU", "ms", Bound.AT_MOST, 0.6, "4.6 ms, 300 /s"),
    APPLY("server-side apply: CPU", "ms", Bound.AT_MOST, 0.45, "2.8 ms, 700 /s"),
    LIST("list of 5,000 pods: time", "ms", Bound.RATIO_AT_MOST, 1.5, "330 ms"),
    EVENT("one event to one of 200 watchers: CPU", "us", Bound.AT_MOST, 15, "74 us"),
    SEEN("write seen by all of 200 watchers: p50", "ms", Bound.RATIO_AT_MOST, 1.3, "6.7 ms"),
    CUT_OFF("watchers cut off", "", Bound.AT_MOST, 0, "28 in a rollout of 1,500"),
    DELETE_COLLECTION("deletecollection of 5,000 pods: time", "s", Bound.PRINTED_AT_MOST, 1, "24 s"),
    BOUND("2,000 replicas bound: rate", "/s", Bound.PRINTED_AT_LEAST, 1_600, "160 /s"),
    BOUND_CPU("2,000 replicas bound: CPU per pod", "ms", Bound.AT_MOST, 1.2, "8 to 13 ms"),
    BOUND_MANY("5,000 replicas bound: rate to that of 2,000", "", Bound.AT_LEAST, 0.8, ""),
    STRAIGHT("cost of one thing, at the last of four doublings to at the first", "", Bound.AT_MOST, 1.5, ""),
    SCALE_STEADY("steady state: CPU of one core", "%", Bound.AT_MOST, 60, ""),
    SCALE_MEMORY("resident memory", "MB", Bound.AT_MOST, 8_192, ""),
    SCALE_RUNNING("create to Running at 100 pods a second: p99", "s", Bound.PRINTED_AT_MOST, 5, ""),
    SCALE_GET("get Pod: p99", "ms", Bound.PRINTED_AT_MOST, 10, ""),
    SCALE_ROLLOUT("rollout of 1,000 replicas, until Running", "s", Bound.PRINTED_AT_MOST, 5, ""),
    SCALE_CACHED("reads of loops that caches answered", "%", Bound.AT_LEAST, 99, ""),
    SCALE_RESTART("restart to ready", "s", Bound.PRINTED_AT_MOST, 30, ""),
    READY("ready after start", "s", Bound.PRINTED_AT_MOST, 0.8, "1.9 to 3.5 s"),
    SECOND_CLUSTER("second cluster in a JVM", "ms", Bound.PRINTED_AT_MOST, 100, ""),
    MEMORY("resident memory at rest", "MB", Bound.AT_MOST, 170, "480 to 510 MB in four processes"),
    IDLE("idle CPU of one core", "%", Bound.AT_MOST, 1, "4.2 %"),
    CREATE_IN_PROCESS("create of a Pod of 4 KB without HTTP and disk: CPU", "us", Bound.AT_MOST, 150, "");

    /// What the goal is to the figure. Rates and times depend on what else the machine does: they are printed beside
    /// their goals, but only CPU, memory and ratios within the run decide.
    enum Bound {
        AT_MOST("<="),
        AT_LEAST(">="),
        RATIO_AT_MOST("<= x"),
        RATIO_AT_LEAST(">= x"),
        PRINTED_AT_MOST("<="),
        PRINTED_AT_LEAST(">=");

        private final String sign;

        Bound(String sign) {
            this.sign = sign;
        }
    }

    final String what;
    final String unit;
    private final Bound bound;
    final double limit;
    final String kubernetes;

    Goal(String what, String unit, Bound bound, double limit, String kubernetes) {
        this.what = what;
        this.unit = unit;
        this.bound = bound;
        this.limit = limit;
        this.kubernetes = kubernetes;
    }

    /// @param value as it was measured
    /// @param ratio to the first yardstick
    boolean reached(double value, double ratio) {
        return switch (bound) {
            case AT_MOST, PRINTED_AT_MOST -> value <= limit;
            case AT_LEAST, PRINTED_AT_LEAST -> value >= limit;
            case RATIO_AT_MOST -> ratio <= limit;
            case RATIO_AT_LEAST -> ratio >= limit;
        };
    }

    /// Whether missing it makes the run fail.
    boolean decides() {
        return bound != Bound.PRINTED_AT_MOST && bound != Bound.PRINTED_AT_LEAST;
    }

    /// `<= 0.25 ms`, `>= x 0.8`.
    String text() {
        boolean ratio = bound == Bound.RATIO_AT_MOST || bound == Bound.RATIO_AT_LEAST;
        String number = String.format(Locale.ROOT, limit == Math.rint(limit) ? "%.0f" : "%.2f", limit);
        return bound.sign + " " + number + (ratio || unit.isEmpty() ? "" : " " + unit);
    }
}
