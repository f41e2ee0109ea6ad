package dev.setpoint.controllers.endpoints;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.endpointslice.EndpointSliceController;
import dev.setpoint.controllers.workload.BySelector;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Executes an [EndpointsPlan].
final class EndpointsReconciler implements Reconciler<ObjectKey> {
    private final Informer<Service> services;
    private final Informer<Pod> pods;
    private final Informer<Endpoints> endpoints;
    private final TypedClient<Endpoints> client;

    EndpointsReconciler(Loops loops) {
        this.services = loops.informer(Types.SERVICE);
        this.pods = loops.informer(Types.POD);
        BySelector.prepare(pods);
        this.endpoints = loops.informer(Types.ENDPOINTS);
        this.client = Types.ENDPOINTS.over(loops.client()).as(Authorship.NAME);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Service> service = services.find(key);
        Map<String, String> selector = service.map(
                        found -> Metadata.orEmpty(found.getSpec().getSelector()))
                .orElse(Map.of());
        List<Pod> selected = EndpointSliceController.selected(pods, key.namespace(), selector);
        EndpointsPlan.plan(service, selected, endpoints.find(key)).ifPresent(this::execute);
        return Outcome.DONE;
    }

    private void execute(EndpointsPlan.Action action) {
        try {
            switch (action) {
                case EndpointsPlan.Action.Create(var object) -> client.create(object);
                case EndpointsPlan.Action.Update(var object) -> client.update(object);
                case EndpointsPlan.Action.Delete(var object) -> client.delete(object);
            }
        } catch (ApiException e) {
            boolean gone =
                    action instanceof EndpointsPlan.Action.Delete && e.error().notFound();
            if (!gone && !e.error().namespaceTerminating()) {
                throw e;
            }
        }
    }
}
