package dev.setpoint.apiserver.stages;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Call.Question;
import dev.setpoint.base.metrics.Counter;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.machinery.api.GroupVersionResource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// The counts of all calls, whichever way they come, under the names that Kubernetes' dashboards use.
///
/// A label's value is never what a client sent: a resource is named only when it is served.
final class CallMetrics {
    private static final GroupVersionResource NONE = new GroupVersionResource("", "", "");

    private final Metrics metrics;
    private final Predicate<GroupVersionResource> served;
    private final AtomicInteger reading = new AtomicInteger();
    private final AtomicInteger mutating = new AtomicInteger();
    private final AtomicInteger watching = new AtomicInteger();
    private final Map<Labels, Counter> counters = new ConcurrentHashMap<>();

    private record Labels(String verb, GroupVersionResource resource, int code) {}

    CallMetrics(Metrics metrics, Predicate<GroupVersionResource> served) {
        this.metrics = metrics;
        this.served = served;
        inFlight("readOnly", reading);
        inFlight("mutating", mutating);
        metrics.gauge(
                "apiserver_longrunning_requests",
                "Number of requests that stream and have not ended",
                watching::get,
                "verb",
                "WATCH");
    }

    private void inFlight(String kind, AtomicInteger calls) {
        metrics.gauge(
                "apiserver_current_inflight_requests",
                "Number of requests that are being handled",
                calls::get,
                "request_kind",
                kind);
    }

    void begun(Call call) {
        AtomicInteger underWay = switch (CallKind.of(call)) {
            case READ -> reading;
            case WRITE -> mutating;
            case WATCH -> watching;
        };
        underWay.incrementAndGet();
        call.life().whenEnded(underWay::decrementAndGet);
    }

    void answered(Call call, int code) {
        Labels labels = switch (call.question()) {
            case Question.OfResource(var verb, var target) ->
                new Labels(verb.metricsWord(), served.test(target.resource()) ? target.resource() : NONE, code);
            case Question.OfPath _, Question.OfNothing _ -> new Labels("OTHER", NONE, code);
        };
        counters.computeIfAbsent(labels, this::counter).increment();
    }

    private Counter counter(Labels labels) {
        return metrics.counter(
                "apiserver_request_total",
                "Number of requests by verb, resource and code of the answer",
                "verb",
                labels.verb(),
                "group",
                labels.resource().group(),
                "version",
                labels.resource().version(),
                "resource",
                labels.resource().resource(),
                "code",
                Integer.toString(labels.code()));
    }
}
