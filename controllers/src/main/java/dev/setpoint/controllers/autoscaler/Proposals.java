package dev.setpoint.controllers.autoscaler;

import dev.setpoint.controllers.scale.Scale;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.quantity.QuantityFormat;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricIdentifier;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricSpec;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatusBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricTarget;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricValueStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricValueStatusBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Asks each metric of an autoscaler.
///
/// @param namespace of the target
record Proposals(Measures measures, String namespace, Scale scale, ReplicaCount.Situation situation) {
    Proposal of(MetricSpec spec) {
        try {
            return switch (spec.getType()) {
                case "Resource" ->
                    resource(
                            spec.getResource().getName(), "", spec.getResource().getTarget(), "Resource");
                case "ContainerResource" ->
                    resource(
                            spec.getContainerResource().getName(),
                            spec.getContainerResource().getContainer(),
                            spec.getContainerResource().getTarget(),
                            "ContainerResource");
                case "Pods" -> pods(spec);
                case "Object" -> object(spec);
                case "External" -> external(spec);
                default ->
                    new Proposal.Invalid("InvalidMetricSourceType", "unknown metric source type " + spec.getType());
            };
        } catch (UnmeasurableException e) {
            return new Proposal.Invalid("FailedGet" + spec.getType() + "Metric", why(spec, e));
        }
    }

    private static String why(MetricSpec spec, UnmeasurableException e) {
        return switch (spec.getType()) {
            case "Pods" -> "failed to get pods metric value: " + e.why();
            case "Object" -> "failed to get object metric value: " + e.why();
            case "External" ->
                "failed to get " + spec.getExternal().getMetric().getName() + " external metric value: " + e.why();
            default -> e.why();
        };
    }

    private Proposal resource(String resource, String container, MetricTarget target, String type) {
        boolean processor = resource.equals("cpu");
        boolean byValue = target.getAverageValue() != null;
        ReplicaCount count;
        try {
            Map<String, Sample> samples = samples(resource, container);
            count = byValue
                    ? ReplicaCount.average(situation, samples, millis(target.getAverageValue()), processor)
                    : ReplicaCount.utilization(
                            situation,
                            samples,
                            target.getAverageUtilization(),
                            requests(resource, container),
                            processor);
        } catch (UnmeasurableException e) {
            throw new UnmeasurableException(
                    "failed to get " + resource + (byValue ? " usage: " : " utilization: ") + e.why());
        }
        MetricValueStatus current = byValue
                ? averageValue(count.average())
                : new MetricValueStatusBuilder(averageValue(count.average()))
                        .withAverageUtilization(count.utilization())
                        .build();
        MetricStatusBuilder status = new MetricStatusBuilder().withType(type);
        if (type.equals("Resource")) {
            status.withNewResource().withName(resource).withCurrent(current).endResource();
        } else {
            status.withNewContainerResource()
                    .withName(resource)
                    .withContainer(container)
                    .withCurrent(current)
                    .endContainerResource();
        }
        String metric = byValue ? resource + " resource" : resource + " resource utilization (percentage of request)";
        return new Proposal.Valid(count.replicas(), metric, status.build());
    }

    private Map<String, Sample> samples(String resource, String container) {
        try {
            return measures.resource(namespace, resource, container);
        } catch (UnmeasurableException e) {
            throw new UnmeasurableException("unable to get metrics for resource " + resource + ": " + e.why());
        }
    }

    private Map<String, Long> requests(String resource, String container) {
        Map<String, Long> requests = new LinkedHashMap<>();
        for (Pod pod : situation.pods()) {
            List<Container> counted = Stream.concat(
                            pod.getSpec().getContainers().stream(),
                            pod.getSpec().getInitContainers().stream()
                                    .filter(each -> "Always".equals(each.getRestartPolicy())))
                    .filter(each -> container.isEmpty() || container.equals(each.getName()))
                    .toList();
            long sum = 0;
            for (Container each : counted) {
                Quantity request =
                        each.getResources() == null || each.getResources().getRequests() == null
                                ? null
                                : each.getResources().getRequests().get(resource);
                if (request == null) {
                    throw new UnmeasurableException("missing request for " + resource + " in container "
                            + each.getName() + " of Pod " + Metadata.name(pod));
                }
                sum += millis(request);
            }
            requests.put(Metadata.name(pod), sum);
        }
        return requests;
    }

    private Proposal pods(MetricSpec spec) {
        MetricIdentifier metric = spec.getPods().getMetric();
        ReplicaCount count = ReplicaCount.average(
                situation,
                measures.pods(namespace, metric),
                millis(spec.getPods().getTarget().getAverageValue()),
                false);
        return new Proposal.Valid(
                count.replicas(),
                "pods metric " + metric.getName(),
                new MetricStatusBuilder()
                        .withType("Pods")
                        .withNewPods()
                        .withMetric(metric)
                        .withCurrent(averageValue(count.average()))
                        .endPods()
                        .build());
    }

    private Proposal object(MetricSpec spec) {
        MetricIdentifier metric = spec.getObject().getMetric();
        long value = measures.object(namespace, spec.getObject().getDescribedObject(), metric);
        ReplicaCount count = one(value, spec.getObject().getTarget());
        return new Proposal.Valid(
                count.replicas(),
                spec.getObject().getDescribedObject().getKind() + " metric " + metric.getName(),
                new MetricStatusBuilder()
                        .withType("Object")
                        .withNewObject()
                        .withDescribedObject(spec.getObject().getDescribedObject())
                        .withMetric(metric)
                        .withCurrent(shown(count, spec.getObject().getTarget()))
                        .endObject()
                        .build());
    }

    private Proposal external(MetricSpec spec) {
        MetricIdentifier metric = spec.getExternal().getMetric();
        ReplicaCount count =
                one(measures.external(namespace, metric), spec.getExternal().getTarget());
        return new Proposal.Valid(
                count.replicas(),
                "external metric " + metric.getName(),
                new MetricStatusBuilder()
                        .withType("External")
                        .withNewExternal()
                        .withMetric(metric)
                        .withCurrent(shown(count, spec.getExternal().getTarget()))
                        .endExternal()
                        .build());
    }

    private ReplicaCount one(long value, MetricTarget target) {
        return target.getAverageValue() == null
                ? ReplicaCount.value(situation, value, millis(target.getValue()))
                : ReplicaCount.shared(scale.current(), situation.tolerance(), value, millis(target.getAverageValue()));
    }

    private static MetricValueStatus shown(ReplicaCount count, MetricTarget target) {
        return target.getAverageValue() == null
                ? new MetricValueStatusBuilder()
                        .withValue(quantity(count.average()))
                        .build()
                : averageValue(count.average());
    }

    private static MetricValueStatus averageValue(long millis) {
        return new MetricValueStatusBuilder().withAverageValue(quantity(millis)).build();
    }

    private static Quantity quantity(long millis) {
        return Quantity.parse(dev.setpoint.machinery.quantity.Quantity.ofMillis(millis, QuantityFormat.DECIMAL)
                .toString());
    }

    private static long millis(Quantity quantity) {
        return dev.setpoint.machinery.quantity.Quantity.parse(quantity.toString())
                .millis();
    }
}
