package dev.setpoint.reconcile.queue;

import dev.setpoint.base.metrics.Buckets;
import dev.setpoint.base.metrics.Counter;
import dev.setpoint.base.metrics.Histogram;
import dev.setpoint.base.metrics.Metrics;

/// The numbers of one work queue, under the names that Kubernetes gives them.
final class QueueMetrics {
    private static final Buckets SECONDS =
            Buckets.of(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0, 1000.0);

    /// One for each pause that [RetryDelay#DEFAULT] knows, so that the sequence can be seen.
    private static final Buckets PAUSES = Buckets.of(
            0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92, 163.84,
            327.68, 655.36, 1000.0);

    final Counter adds;
    final Counter retries;
    final Counter refusals;
    final Histogram waited;
    final Histogram worked;
    final Histogram pauses;

    QueueMetrics(Metrics metrics, String name) {
        adds = metrics.counter("workqueue_adds_total", "Total number of adds handled by workqueue", "name", name);
        retries = metrics.counter(
                "workqueue_retries_total", "Total number of retries handled by workqueue", "name", name);
        refusals = metrics.counter(
                "workqueue_refusals_total",
                "Total number of keys refused because the workqueue was full",
                "name",
                name);
        waited = metrics.histogram(
                "workqueue_queue_duration_seconds",
                "How long in seconds an item stays in workqueue before being requested",
                SECONDS,
                "name",
                name);
        pauses = metrics.histogram(
                "workqueue_retry_delay_seconds",
                "How long in seconds a failed item stays away from workqueue",
                PAUSES,
                "name",
                name);
        worked = metrics.histogram(
                "workqueue_work_duration_seconds",
                "How long in seconds processing an item from workqueue takes",
                SECONDS,
                "name",
                name);
    }

    static void gauges(Metrics metrics, String name, WorkQueue<?> queue) {
        metrics.gauge("workqueue_depth", "Current depth of workqueue", queue::depth, "name", name);
        metrics.gauge(
                "workqueue_unfinished_work_seconds",
                "How many seconds of work has done that is in progress and hasn't been observed by work_duration",
                () -> seconds(queue.running().totalNanos()),
                "name",
                name);
        metrics.gauge(
                "workqueue_longest_running_processor_seconds",
                "How many seconds has the longest running processor for workqueue been running",
                () -> seconds(queue.running().longestNanos()),
                "name",
                name);
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
