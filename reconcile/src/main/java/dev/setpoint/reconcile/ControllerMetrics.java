package dev.setpoint.reconcile;

import dev.setpoint.base.metrics.Buckets;
import dev.setpoint.base.metrics.Counter;
import dev.setpoint.base.metrics.Histogram;
import dev.setpoint.base.metrics.Metrics;
import java.util.concurrent.atomic.AtomicInteger;

/// The numbers of one controller, under the names that controller-runtime gives them.
final class ControllerMetrics {
    private static final Buckets SECONDS = Buckets.of(
            0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.25,
            1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 50.0,
            60.0);

    final Counter success;
    final Counter again;
    final Counter failure;
    final Counter errors;
    final Counter terminal;
    final Histogram time;
    final AtomicInteger active = new AtomicInteger();

    ControllerMetrics(Metrics metrics, Controller<?> controller) {
        String name = controller.name();
        success = total(metrics, name, "success");
        again = total(metrics, name, "requeue_after");
        failure = total(metrics, name, "error");
        errors = metrics.counter(
                "controller_runtime_reconcile_errors_total",
                "Total number of reconciliation errors per controller",
                "controller",
                name);
        terminal = metrics.counter(
                "controller_runtime_terminal_reconcile_errors_total",
                "Total number of terminal reconciliation errors per controller",
                "controller",
                name);
        time = metrics.histogram(
                "controller_runtime_reconcile_time_seconds",
                "Length of time per reconciliation per controller",
                SECONDS,
                "controller",
                name);
        metrics.gauge(
                "controller_runtime_active_workers",
                "Number of currently used workers per controller",
                active::get,
                "controller",
                name);
        metrics.gauge(
                "controller_runtime_max_concurrent_reconciles",
                "Maximum number of concurrent reconciles per controller",
                controller::workers,
                "controller",
                name);
    }

    private static Counter total(Metrics metrics, String name, String result) {
        return metrics.counter(
                "controller_runtime_reconcile_total",
                "Total number of reconciliations per controller",
                "controller",
                name,
                "result",
                result);
    }
}
