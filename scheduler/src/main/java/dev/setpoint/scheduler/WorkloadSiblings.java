package dev.setpoint.scheduler;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodSelector;
import dev.setpoint.scheduler.cluster.Siblings;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The pods that belong with a pod: matched by the same Services and by the selector of the controller that made it.
final class WorkloadSiblings implements Siblings {
    /// Selectors that are kept read; the oldest is dropped.
    private static final int KEPT = 4096;

    private final Informer<Service> services;
    private final Informer<ReplicaSet> replicaSets;
    private final Informer<StatefulSet> statefulSets;
    private final Informer<ReplicationController> replicationControllers;
    private final Map<Stored, PodSelector> selectors = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Stored, PodSelector> eldest) {
            return size() > KEPT;
        }
    };

    WorkloadSiblings(Loops loops) {
        services = loops.informer(Service.class);
        replicaSets = loops.informer(ReplicaSet.class);
        statefulSets = loops.informer(StatefulSet.class);
        replicationControllers = loops.informer(ReplicationController.class);
    }

    @Override
    public PodSelector of(PendingPod pod) {
        PodSelector selector = PodSelector.ALL;
        for (Stored stored : services.objects().inNamespace(pod.pod().namespace())) {
            PodSelector service = read(services, stored, WorkloadSiblings::ofService);
            if (!service.isEmpty() && service.matches(pod.pod().labels())) {
                selector = selector.and(service);
            }
        }
        return pod.controller()
                .flatMap(controller -> ofController(controller, pod.pod().namespace()))
                .map(selector::and)
                .orElse(selector);
    }

    private Optional<PodSelector> ofController(PendingPod.Controller controller, String namespace) {
        ObjectKey key = new ObjectKey(namespace, controller.name());
        return switch (controller.apiVersion() + " " + controller.kind()) {
            case "apps/v1 ReplicaSet" ->
                find(replicaSets, key, set -> PodSelector.read(set.getSpec().getSelector()));
            case "apps/v1 StatefulSet" ->
                find(statefulSets, key, set -> PodSelector.read(set.getSpec().getSelector()));
            case "v1 ReplicationController" ->
                find(replicationControllers, key, WorkloadSiblings::ofReplicationController);
            default -> Optional.empty();
        };
    }

    /// A Service without a selector selects nothing, which is what an empty one stands for here.
    private static PodSelector ofService(Service service) {
        Map<String, String> labels = service.getSpec().getSelector();
        return labels == null ? PodSelector.ALL : PodSelector.equal(labels);
    }

    private static PodSelector ofReplicationController(ReplicationController controller) {
        Map<String, String> labels = controller.getSpec().getSelector();
        return labels == null ? PodSelector.ALL : PodSelector.equal(labels);
    }

    private <T extends HasMetadata> Optional<PodSelector> find(
            Informer<T> informer, ObjectKey key, Function<T, PodSelector> selector) {
        return informer.objects().find(key).map(stored -> read(informer, stored, selector));
    }

    private <T extends HasMetadata> PodSelector read(
            Informer<T> informer, Stored stored, Function<T, PodSelector> selector) {
        PodSelector known = selectors.get(stored);
        if (known == null) {
            known = selector.apply(informer.typed().decode(stored));
            selectors.put(stored, known);
        }
        return known;
    }
}
