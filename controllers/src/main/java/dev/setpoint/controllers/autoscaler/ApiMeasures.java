package dev.setpoint.controllers.autoscaler;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Client;
import dev.setpoint.client.ListOptions;
import dev.setpoint.client.Target;
import dev.setpoint.controllers.scale.Scales;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.autoscaling.v2.CrossVersionObjectReference;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricIdentifier;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Reads the three metrics APIs as any client does: `metrics.k8s.io` for resources, `custom.metrics.k8s.io`
/// for metrics of objects, `external.metrics.k8s.io` for the rest.
final class ApiMeasures implements Measures {
    private static final GroupVersionResource POD_METRICS =
            new GroupVersionResource("metrics.k8s.io", "v1beta1", "pods");

    private final Client client;
    private final Scales kinds;

    ApiMeasures(Client client, Scales kinds) {
        this.client = client;
        this.kinds = kinds;
    }

    @Override
    public Map<String, Sample> resource(String namespace, String resource, String container) {
        List<Stored> items = read(
                "unable to fetch metrics from resource metrics API: ",
                () -> client.list(Target.collection(POD_METRICS, namespace), ListOptions.ALL)
                        .items());
        if (items.isEmpty()) {
            throw new UnmeasurableException("no metrics returned from resource metrics API");
        }
        Map<String, Sample> samples = new LinkedHashMap<>();
        for (Stored item : items) {
            JsonObject metrics = CompactReader.object(item.filled());
            JsonArray containers = metrics.array("containers");
            List<JsonObject> counted = (containers == null ? List.<JsonObject>of() : containers.objects())
                    .stream()
                            .filter(each -> container.isEmpty() || container.equals(each.textOr("name", "")))
                            .toList();
            boolean complete = !counted.isEmpty()
                    && counted.stream().allMatch(each -> each.child("usage").has(resource));
            if (complete) {
                long used = counted.stream()
                        .mapToLong(each -> Quantity.parse(each.child("usage").textOr(resource, "0"))
                                .millis())
                        .sum();
                samples.put(
                        metrics.child("metadata").textOr("name", ""), new Sample(used, time(metrics), window(metrics)));
            }
        }
        return samples;
    }

    @Override
    public Map<String, Sample> pods(String namespace, MetricIdentifier metric) {
        Map<String, Sample> samples = new LinkedHashMap<>();
        for (JsonObject value : custom(namespace, "pods", "*", metric.getName())) {
            samples.put(
                    value.child("describedObject").textOr("name", ""),
                    new Sample(Quantity.parse(value.textOr("value", "0")).millis(), time(value), window(value)));
        }
        if (samples.isEmpty()) {
            throw new UnmeasurableException("no metrics returned from custom metrics API");
        }
        return samples;
    }

    @Override
    public long object(String namespace, CrossVersionObjectReference object, MetricIdentifier metric) {
        String apiVersion = object.getApiVersion() == null ? "v1" : object.getApiVersion();
        GroupVersionResource resource = kinds.resource(apiVersion, object.getKind())
                .orElseThrow(
                        () -> new UnmeasurableException("unable to map kind " + object.getKind() + " to resource"));
        String plural = resource.groupResource().toString();
        return custom(namespace, plural, object.getName(), metric.getName()).stream()
                .mapToLong(value -> Quantity.parse(value.textOr("value", "0")).millis())
                .findFirst()
                .orElseThrow(() -> new UnmeasurableException("no metrics returned from custom metrics API"));
    }

    @Override
    public long external(String namespace, MetricIdentifier metric) {
        Target series = Target.collection(
                new GroupVersionResource("external.metrics.k8s.io", "v1beta1", metric.getName()), namespace);
        JsonObject selector = new JsonObject();
        if (metric.getSelector() != null && metric.getSelector().getMatchLabels() != null) {
            metric.getSelector().getMatchLabels().forEach(selector.child("matchLabels")::put);
        }
        List<Stored> values = read(
                "unable to fetch metrics from external metrics API: ",
                () -> client.list(
                                series,
                                ListOptions.labels(
                                        selector.isEmpty()
                                                ? ""
                                                : LabelSelector.of(selector).toString()))
                        .items());
        if (values.isEmpty()) {
            throw new UnmeasurableException("no metrics returned from external metrics API");
        }
        return values.stream()
                .mapToLong(value -> Quantity.parse(
                                CompactReader.object(value.filled()).textOr("value", "0"))
                        .millis())
                .sum();
    }

    private List<JsonObject> custom(String namespace, String resource, String name, String metric) {
        Target target = Target.object(
                        new GroupVersionResource("custom.metrics.k8s.io", "v1beta2", resource), namespace, name)
                .subresource(metric);
        JsonArray items = read(
                        "unable to fetch metrics from custom metrics API: ",
                        () -> CompactReader.object(client.get(target).filled()))
                .array("items");
        return items == null ? List.of() : items.objects();
    }

    private static <T> T read(String what, Supplier<T> call) {
        try {
            return call.get();
        } catch (ApiException e) {
            throw new UnmeasurableException(what + e.getMessage());
        }
    }

    private static Instant time(JsonObject metrics) {
        return Timestamps.parse(metrics.textOr("timestamp", "")).orElse(Instant.EPOCH);
    }

    /// Go's form of a duration, of which whole seconds are all that is used: `15s`.
    private static Duration window(JsonObject metrics) {
        String text = metrics.textOr("window", "");
        return text.matches("[0-9]{1,6}(\\.[0-9]+)?s")
                ? Duration.ofSeconds(Long.parseLong(text.replaceAll("[.s].*", "")))
                : Duration.ofMinutes(1);
    }
}
