package dev.setpoint.reconcile.cache;

import dev.setpoint.base.metrics.Counter;
import dev.setpoint.base.metrics.Metrics;

/// How hard it was to follow one kind.
final class ReflectorMetrics {
    final Counter lists;
    final Counter watches;
    final Counter expired;
    final Counter events;

    ReflectorMetrics(Metrics metrics, String resource) {
        lists = metrics.counter(
                "reflector_lists_total", "Total number of API lists done by the reflectors", "resource", resource);
        watches = metrics.counter(
                "reflector_watches_total",
                "Total number of API watches opened by the reflectors",
                "resource",
                resource);
        expired = metrics.counter(
                "reflector_expired_total",
                "Total number of times a place was no longer retained",
                "resource",
                resource);
        events = metrics.counter(
                "reflector_events_total", "Total number of watch events taken in", "resource", resource);
    }
}
