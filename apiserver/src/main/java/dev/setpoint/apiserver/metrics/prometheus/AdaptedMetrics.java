package dev.setpoint.apiserver.metrics.prometheus;

import dev.setpoint.apiserver.metrics.prometheus.Prometheus.Point;
import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupResource;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.quantity.QuantityFormat;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// Answers for the metrics of objects and for those of the world outside, and hands on everything else.
///
///     GET /apis/custom.metrics.k8s.io/v1beta2/namespaces/shop/pods/*/http_requests
///         sum by (pod) (http_requests{namespace="shop",pod!=""})
///     GET /apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue_length?labelSelector=queue%3Dorders
///         queue_length{queue="orders"}
public final class AdaptedMetrics implements Pipeline {
    private static final String CUSTOM = "custom.metrics.k8s.io";
    private static final String EXTERNAL = "external.metrics.k8s.io";
    private static final String ALL = "*";

    private final Pipeline rest;
    private final Supplier<ResourceTable> resources;
    private final Prometheus prometheus;

    /// @param resources what kinds the metrics of objects may be about
    public AdaptedMetrics(Pipeline rest, Supplier<ResourceTable> resources, Prometheus prometheus) {
        this.rest = rest;
        this.resources = resources;
        this.prometheus = prometheus;
    }

    @Override
    public Answer handle(Call call) {
        String group = call.target().resource().group();
        if (!group.equals(CUSTOM) && !group.equals(EXTERNAL)) {
            return rest.handle(call);
        }
        if (call.verb() != Verb.GET && call.verb() != Verb.LIST) {
            throw new ApiException(new ApiError.MethodNotAllowed());
        }
        String version = call.target().resource().version();
        if (group.equals(CUSTOM) && List.of("v1beta1", "v1beta2").contains(version)) {
            return custom(call);
        }
        if (group.equals(EXTERNAL) && version.equals("v1beta1")) {
            return external(call);
        }
        throw new ApiException(new ApiError.NoSuchPath());
    }

    // ---- metrics of objects ------------------------------------------------------------------------------------

    private Answer custom(Call call) {
        Target target = call.target();
        String metric = target.subresource();
        if (call.verb() != Verb.GET || !Query.isName(metric)) {
            throw new ApiException(new ApiError.NoSuchPath());
        }
        ResourceType type = described(target.resource().resource());
        String label = type.singular().isEmpty() ? type.kind().toLowerCase(Locale.ROOT) : type.singular();
        Query query = Query.of(metric).selecting(call.parameter("metricLabelSelector"));
        if (type.namespaced()) {
            query = query.with("namespace", target.namespace());
        }
        query = target.name().equals(ALL) ? query.having(label) : query.with(label, target.name());
        List<Point> points = ask(query.sumBy(label));
        if (points.isEmpty() && !target.name().equals(ALL)) {
            throw new ApiException(
                    new ApiError.NotFound(new GroupResource(CUSTOM, type.plural() + "/" + metric), target.name()));
        }
        String apiVersion = target.resource().groupVersion().toString();
        JsonArray items = new JsonArray();
        points.forEach(point -> items.add(value(point, type, label, target, apiVersion)));
        JsonObject list = new JsonObject()
                .put("kind", "MetricValueList")
                .put("apiVersion", apiVersion)
                .put("metadata", new JsonObject())
                .put("items", items);
        return new Answer.Document(200, list, List.of());
    }

    /// @param resource as paths have it: `pods`, `deployments.apps`
    private ResourceType described(String resource) {
        return resources.get().types().stream()
                .filter(type -> type.resource().groupResource().toString().equals(resource))
                .findFirst()
                .orElseThrow(() -> new ApiException(new ApiError.NoSuchPath()));
    }

    private static JsonObject value(Point point, ResourceType type, String label, Target target, String apiVersion) {
        JsonObject described = new JsonObject().put("kind", type.kind());
        if (type.namespaced()) {
            described.put("namespace", target.namespace());
        }
        described
                .put("name", point.labels().getOrDefault(label, target.name()))
                .put("apiVersion", type.groupVersion().toString());
        JsonObject value = new JsonObject().put("describedObject", described);
        if (apiVersion.endsWith("/v1beta1")) {
            value.put("metricName", target.subresource());
        } else {
            value.put("metric", new JsonObject().put("name", target.subresource()));
        }
        return value.put("timestamp", Timestamps.seconds(point.time())).put("value", quantity(point.value()));
    }

    // ---- metrics of the world ----------------------------------------------------------------------------------

    private Answer external(Call call) {
        Target target = call.target();
        String metric = target.resource().resource();
        if (call.verb() != Verb.LIST || !Query.isName(metric)) {
            throw new ApiException(new ApiError.NoSuchPath());
        }
        Query query = Query.of(metric).selecting(call.parameter("labelSelector"));
        List<Stored> items = ask(query.toString()).stream()
                .map(point -> stored(target, value(point, metric)))
                .toList();
        String head = "{\"kind\":\"ExternalMetricValueList\",\"apiVersion\":\"" + EXTERNAL
                + "/v1beta1\",\"metadata\":{},\"items\":[";
        return new Answer.Many(
                head.getBytes(StandardCharsets.UTF_8),
                items.iterator(),
                0,
                "]}\n".getBytes(StandardCharsets.UTF_8),
                List.of());
    }

    private static JsonObject value(Point point, String metric) {
        JsonObject labels = new JsonObject();
        point.labels().forEach((name, text) -> {
            if (!name.equals("__name__")) {
                labels.put(name, text);
            }
        });
        return new JsonObject()
                .put("metricName", metric)
                .put("metricLabels", labels)
                .put("timestamp", Timestamps.seconds(point.time()))
                .put("value", quantity(point.value()));
    }

    // ---- both --------------------------------------------------------------------------------------------------

    /// What is not a number, or endless, tells nothing.
    private List<Point> ask(String query) {
        try {
            return prometheus.query(query).stream()
                    .filter(point -> Math.abs(point.value()) < Long.MAX_VALUE / 1000.0)
                    .toList();
        } catch (IOException e) {
            throw new ApiException(new ApiError.Unavailable("unable to fetch metrics: " + e.getMessage()));
        }
    }

    private static String quantity(double value) {
        return Quantity.ofMillis(Math.round(value * 1000), QuantityFormat.DECIMAL)
                .toString();
    }

    private static Stored stored(Target target, JsonObject json) {
        Key key = new Key(target.resource().groupResource().toString(), target.namespace(), target.name());
        return new Stored(key, 0, Header.EMPTY, JsonWriter.bytes(json), -1);
    }
}
