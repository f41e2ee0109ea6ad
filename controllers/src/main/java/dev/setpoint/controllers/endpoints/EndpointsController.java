package dev.setpoint.controllers.endpoints;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.endpointslice.EndpointSliceController;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.CacheChange;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Service;
import java.util.List;

/// A Service is looked at when it, a pod that it selects or its Endpoints object changes.
///
/// Endpoints that somebody wrote by hand before their Service came are nobody's business. Only at the beginning are
/// they looked at, since their Service may have gone while nobody was there to see it.
public final class EndpointsController {
    private EndpointsController() {}

    public static Controller<ObjectKey> of(Loops loops) {
        Informer<Service> services = loops.informer(Types.SERVICE);
        EndpointSliceController.prepare(services);
        return Controller.of(Types.SERVICE)
                .named("endpoint")
                .watchesStored(Types.POD, pod -> EndpointSliceController.selecting(services, pod))
                .watchesStored(Types.ENDPOINTS, endpoints -> List.of(ObjectKey.of(endpoints.key())))
                .when(EndpointsController::concerns)
                .workers(5)
                .reconcile(new EndpointsReconciler(loops));
    }

    private static boolean concerns(CacheChange change) {
        return change.cause() == CacheChange.Cause.INITIAL
                || change.deleted()
                || EndpointsPlan.NAME.equals(change.object().header().labels().get(EndpointsPlan.MANAGED_BY));
    }
}
