package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How much of a node a pod takes.
///
/// Containers run together and add up. Init containers run one after another before them, so the largest counts, each
/// together with the sidecars (init containers that keep running) started before it:
///
///     sidecar 100m, init 500m, containers 200m + 100m   =>   max(100m + 500m, 100m + 300m) = 600m
///
/// Requests of the pod as a whole, where given, replace the sum; overhead comes on top.
final class PodRequests {
    private static final Quantity DEFAULT_CPU = new Quantity("100", "m");
    private static final Quantity DEFAULT_MEMORY = new Quantity("200", "Mi");

    private final Pod pod;
    private final boolean withDefaults;
    private final boolean withStatus;

    private PodRequests(Pod pod, boolean withDefaults, boolean withStatus) {
        this.pod = pod;
        this.withDefaults = withDefaults;
        this.withStatus = withStatus;
    }

    /// What the specification asks for.
    static Resources specified(Pod pod) {
        return new PodRequests(pod, false, false).total();
    }

    /// What a pod on a node holds: while it is being resized, the larger of what it has and what it will have.
    static Resources held(Pod pod) {
        return new PodRequests(pod, false, true).total();
    }

    /// For scoring alone: a container that says nothing counts as 100m and 200Mi, so that pods without requests do not
    /// all end up on one node.
    static Resources forScoring(Pod pod) {
        return new PodRequests(pod, true, true).total();
    }

    private Resources total() {
        Resources total = overridden(containers());
        return total.plus(Resources.read(pod.getSpec().getOverhead()));
    }

    private Resources containers() {
        Resources sum = Resources.NONE;
        for (Container container : pod.getSpec().getContainers()) {
            sum = sum.plus(requests(container, statuses(pod, false)));
        }
        Resources sidecars = Resources.NONE;
        Resources initializing = Resources.NONE;
        for (Container container : pod.getSpec().getInitContainers()) {
            boolean sidecar = "Always".equals(container.getRestartPolicy());
            Resources own = requests(container, sidecar ? statuses(pod, true) : List.of());
            if (sidecar) {
                sum = sum.plus(own);
                sidecars = sidecars.plus(own);
                initializing = initializing.max(sidecars);
            } else {
                initializing = initializing.max(sidecars.plus(own));
            }
        }
        return sum.max(initializing);
    }

    private static List<ContainerStatus> statuses(Pod pod, boolean init) {
        if (pod.getStatus() == null) {
            return List.of();
        }
        return init
                ? pod.getStatus().getInitContainerStatuses()
                : pod.getStatus().getContainerStatuses();
    }

    private Resources requests(Container container, List<ContainerStatus> statuses) {
        Map<String, Quantity> specified = requestsOf(container.getResources());
        Resources requests = Resources.read(withDefaults ? completed(specified) : specified);
        if (withStatus) {
            for (ContainerStatus status : statuses) {
                if (status.getName().equals(container.getName()) && status.getResources() != null) {
                    Resources actual = Resources.read(requestsOf(status.getResources()))
                            .max(Resources.read(status.getAllocatedResources()));
                    return resizeInfeasible(pod) ? actual : requests.max(actual);
                }
            }
        }
        return requests;
    }

    private static Map<String, Quantity> completed(Map<String, Quantity> requests) {
        if (requests.containsKey("cpu") && requests.containsKey("memory")) {
            return requests;
        }
        Map<String, Quantity> completed = new LinkedHashMap<>(requests);
        completed.putIfAbsent("cpu", DEFAULT_CPU);
        completed.putIfAbsent("memory", DEFAULT_MEMORY);
        return completed;
    }

    private Resources overridden(Resources sum) {
        Map<String, Quantity> whole = requestsOf(pod.getSpec().getResources());
        if (whole.isEmpty()) {
            return sum;
        }
        Resources given = Resources.read(whole);
        Resources result = new Resources(
                whole.containsKey("cpu") ? given.milliCpu() : sum.milliCpu(),
                whole.containsKey("memory") ? given.memory() : sum.memory(),
                sum.ephemeralStorage(),
                sum.scalars());
        for (Map.Entry<String, Long> scalar : given.scalars().entrySet()) {
            if (scalar.getKey().startsWith("hugepages-")) {
                result = result.withScalar(scalar.getKey(), scalar.getValue());
            }
        }
        return result;
    }

    private static Map<String, Quantity> requestsOf(@Nullable ResourceRequirements requirements) {
        return requirements == null || requirements.getRequests() == null ? Map.of() : requirements.getRequests();
    }

    private static boolean resizeInfeasible(Pod pod) {
        for (PodCondition condition : pod.getStatus().getConditions()) {
            if (condition.getType().equals("PodResizePending")) {
                return "Infeasible".equals(condition.getReason());
            }
        }
        return false;
    }
}
