package dev.setpoint.apiserver.metrics;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.CallBody;
import dev.setpoint.apiserver.pipeline.Pipeline;
import dev.setpoint.apiserver.pipeline.Verb;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.resources.ResourceScope;
import dev.setpoint.resources.ResourceType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// Answers for `metrics.k8s.io` and hands on everything else.
public final class MetricsViews implements Pipeline {
    private static final GroupVersion VERSION = new GroupVersion("metrics.k8s.io", "v1beta1");
    private static final String WINDOW = "15s";

    /// For discovery.
    public static final List<ResourceType> TYPES = List.of(
            type("nodes", "NodeMetrics", ResourceScope.CLUSTER), type("pods", "PodMetrics", ResourceScope.NAMESPACED));

    private final Pipeline rest;
    private final UsageSource usages;
    private final Supplier<Instant> clock;

    public MetricsViews(Pipeline rest, UsageSource usages, Supplier<Instant> clock) {
        this.rest = rest;
        this.usages = usages;
        this.clock = clock;
    }

    @Override
    public Answer handle(Call call) {
        Target target = call.target();
        if (!target.resource().group().equals(VERSION.group())) {
            return rest.handle(call);
        }
        ResourceType type = TYPES.stream()
                .filter(each -> each.resource().equals(target.resource())
                        && target.subresource().isEmpty()
                        && (each.namespaced() || target.namespace().isEmpty()))
                .findFirst()
                .orElseThrow(() -> new ApiException(new ApiError.NoSuchPath()));
        return switch (call.verb()) {
            case GET -> new Answer.One(200, one(call, type), List.of());
            case LIST -> many(type, all(call, type));
            case WATCH, CREATE, UPDATE, PATCH, DELETE, DELETE_COLLECTION ->
                throw new ApiException(new ApiError.MethodNotAllowed());
        };
    }

    private Stored one(Call call, ResourceType type) {
        Target target = call.target();
        try {
            Stored object = rest.handle(ask(call, Verb.GET, core(target), Map.of()))
                            instanceof Answer.One(var _, Stored found, var _)
                    ? found
                    : absent(type, target.name());
            if (type.namespaced()) {
                return podMetrics(object).stream().findFirst().orElseGet(() -> absent(type, target.name()));
            }
            return nodeMetrics(object, used(call).getOrDefault(target.name(), Usage.NONE));
        } catch (ApiException e) {
            throw e.error().notFound()
                    ? new ApiException(new ApiError.NotFound(type.resource().groupResource(), target.name()))
                    : e;
        }
    }

    private static Stored absent(ResourceType type, String name) {
        throw new ApiException(new ApiError.NotFound(type.resource().groupResource(), name));
    }

    private List<Stored> all(Call call, ResourceType type) {
        Map<String, List<String>> selection = new LinkedHashMap<>();
        for (String parameter : List.of("labelSelector", "fieldSelector")) {
            if (!call.parameter(parameter).isEmpty()) {
                selection.put(parameter, List.of(call.parameter(parameter)));
            }
        }
        List<Stored> metrics = new ArrayList<>();
        if (type.namespaced()) {
            list(call, core(call.target()), selection).forEach(pod -> metrics.addAll(podMetrics(pod)));
        } else {
            Map<String, Usage> used = used(call);
            list(call, core(call.target()), selection)
                    .forEach(node -> metrics.add(
                            nodeMetrics(node, used.getOrDefault(node.key().name(), Usage.NONE))));
        }
        return metrics;
    }

    /// By node.
    private Map<String, Usage> used(Call call) {
        Map<String, Usage> used = new LinkedHashMap<>();
        Target pods = Target.collection(new GroupVersionResource("", "v1", "pods"), "");
        for (Stored pod : list(call, pods, Map.of())) {
            String node = pod.header().fields().getOrDefault("spec.nodeName", "");
            JsonObject tree = CompactReader.object(pod.filled());
            if (!node.isEmpty() && runs(tree)) {
                usages.of(tree, clock.get()).values().forEach(usage -> used.merge(node, usage, Usage::plus));
            }
        }
        return used;
    }

    private List<Stored> list(Call call, Target collection, Map<String, List<String>> selection) {
        List<Stored> items = new ArrayList<>();
        if (rest.handle(ask(call, Verb.LIST, collection, selection)) instanceof Answer.Many many) {
            many.items().forEachRemaining(items::add);
        }
        return items;
    }

    /// The same question of the same caller about the objects themselves.
    private static Call ask(Call call, Verb verb, Target target, Map<String, List<String>> parameters) {
        return call.asking(verb, target, parameters, CallBody.None.NONE);
    }

    private static Target core(Target target) {
        return new Target(
                new GroupVersionResource("", "v1", target.resource().resource()),
                target.namespace(),
                target.name(),
                "");
    }

    /// None for a pod that does not run.
    private List<Stored> podMetrics(Stored pod) {
        JsonObject tree = CompactReader.object(pod.filled());
        if (!runs(tree)) {
            return List.of();
        }
        JsonArray containers = new JsonArray();
        usages.of(tree, clock.get())
                .forEach((name, usage) ->
                        containers.add(new JsonObject().put("name", name).put("usage", usage.toJson())));
        return List.of(stored(pod, tree, "PodMetrics", "containers", containers));
    }

    private Stored nodeMetrics(Stored node, Usage usage) {
        return stored(node, CompactReader.object(node.filled()), "NodeMetrics", "usage", usage.toJson());
    }

    private Stored stored(Stored object, JsonObject tree, String kind, String field, JsonValue value) {
        JsonObject metadata = new JsonObject().put("name", object.key().name());
        for (String kept : List.of("namespace", "labels")) {
            JsonValue present = tree.child("metadata").get(kept);
            if (present != null) {
                metadata.put(kept, present);
            }
        }
        metadata.put("creationTimestamp", Timestamps.seconds(clock.get()));
        JsonObject metrics = new JsonObject()
                .put("kind", kind)
                .put("apiVersion", VERSION.toString())
                .put("metadata", metadata)
                .put("timestamp", Timestamps.seconds(clock.get()))
                .put("window", WINDOW)
                .put(field, value);
        Key key = new Key(
                object.key().resource() + "." + VERSION.group(),
                object.key().namespace(),
                object.key().name());
        return new Stored(key, object.revision(), Header.EMPTY, JsonWriter.bytes(metrics), -1);
    }

    private static boolean runs(JsonObject pod) {
        return pod.child("status").textOr("phase", "").equals("Running");
    }

    private static Answer many(ResourceType type, List<Stored> items) {
        String head =
                "{\"kind\":\"" + type.listKind() + "\",\"apiVersion\":\"" + VERSION + "\",\"metadata\":{},\"items\":[";
        return new Answer.Many(
                head.getBytes(StandardCharsets.UTF_8),
                items.iterator(),
                0,
                "]}\n".getBytes(StandardCharsets.UTF_8),
                List.of());
    }

    private static ResourceType type(String plural, String kind, ResourceScope scope) {
        return new ResourceType(
                new GroupVersionResource(VERSION.group(), VERSION.version(), plural),
                kind,
                "",
                scope,
                List.of(),
                List.of(),
                List.of("get", "list"),
                List.of(),
                VERSION);
    }
}
