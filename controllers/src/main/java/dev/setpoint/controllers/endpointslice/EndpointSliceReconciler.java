package dev.setpoint.controllers.endpointslice;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.BySelector;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Executes an [EndpointSlicePlan].
final class EndpointSliceReconciler implements Reconciler<ObjectKey> {
    private final Informer<Service> services;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final Slices slices;

    EndpointSliceReconciler(Loops loops) {
        this.services = loops.informer(Types.SERVICE);
        this.pods = loops.informer(Types.POD);
        BySelector.prepare(pods);
        this.nodes = loops.informer(Types.NODE);
        this.slices = new Slices(loops, EndpointSlicePlan.NAME);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Service> found = services.find(key);
        if (found.isEmpty()) {
            return Outcome.DONE; // Deleted: the garbage collector owns what is left.
        }
        Service service = found.get();
        Map<String, String> selector = Metadata.orEmpty(service.getSpec().getSelector());
        List<Pod> selected = EndpointSliceController.selected(pods, key.namespace(), selector);
        EndpointSlicePlan.plan(service, selected, node -> nodes.find(ObjectKey.cluster(node)), slices.of(key))
                .forEach(slices::execute);
        return Outcome.DONE;
    }
}
