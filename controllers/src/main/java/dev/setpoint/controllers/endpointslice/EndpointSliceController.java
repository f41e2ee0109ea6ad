package dev.setpoint.controllers.endpointslice;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.BySelector;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.WorkloadSelector;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A Service is looked at when it, a pod that it selects or one of its slices changes, and when the node of such a
/// pod appears, moves to another zone or goes.
public final class EndpointSliceController {
    private static final Index SELECTORS = BySelector.index(
            Types.SERVICE,
            service -> Optional.of(Metadata.orEmpty(service.getSpec().getSelector()))
                    .filter(selector -> !selector.isEmpty()));

    private EndpointSliceController() {}

    public static Controller<ObjectKey> of(Loops loops) {
        Informer<Service> services = loops.informer(Types.SERVICE);
        Informer<Pod> pods = loops.informer(Types.POD);
        prepare(services);
        return Controller.of(Types.SERVICE)
                .named("endpointslice")
                .watchesStored(Types.POD, pod -> selecting(services, pod))
                .watchesStored(Types.ENDPOINT_SLICE, slice -> Slices.serviceOf(EndpointSlicePlan.NAME, slice))
                .watchesStored(
                        Types.NODE, node -> ofPodsOn(services, pods, node.key().name()))
                .when(EndpointSliceController::moved)
                .workers(5)
                .reconcile(new EndpointSliceReconciler(loops));
    }

    /// Lets [#selecting] find the Services of this informer.
    public static void prepare(Informer<Service> services) {
        services.index(SELECTORS);
    }

    /// The keys of the Services that select a pod.
    public static List<ObjectKey> selecting(Informer<Service> services, Stored pod) {
        return BySelector.selecting(services, SELECTORS, pod).stream()
                .filter(service -> WorkloadSelector.contains(
                        pod.header().labels(), service.getSpec().getSelector()))
                .map(ObjectKey::of)
                .toList();
    }

    /// The pods that a selector picks; none when it is empty.
    public static List<Pod> selected(Informer<Pod> pods, String namespace, Map<String, String> selector) {
        return selector.isEmpty()
                ? List.of()
                : BySelector.selected(
                        pods,
                        namespace,
                        selector,
                        pod -> WorkloadSelector.contains(pod.header().labels(), selector));
    }

    private static List<ObjectKey> ofPodsOn(Informer<Service> services, Informer<Pod> pods, String node) {
        return pods.objects().indexed(Index.NODE, node).stream()
                .flatMap(pod -> selecting(services, pod).stream())
                .distinct()
                .toList();
    }

    private static boolean moved(CacheChange change) {
        Stored before = change.before();
        Stored after = change.after();
        return before == null
                || after == null
                || !before.header().labels().equals(after.header().labels());
    }
}
