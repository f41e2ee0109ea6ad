package dev.setpoint.controllers.mirroring;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.endpointslice.Slices;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import java.util.List;

/// An Endpoints object is looked at when it, the Service of its name or one of its slices changes.
public final class MirroringController {
    private MirroringController() {}

    public static Controller<ObjectKey> of(Loops loops) {
        return Controller.of(Types.ENDPOINTS)
                .named("endpointslicemirroring")
                .watchesStored(Types.SERVICE, service -> List.of(ObjectKey.of(service.key())))
                .watchesStored(Types.ENDPOINT_SLICE, slice -> Slices.serviceOf(MirroringPlan.NAME, slice))
                .workers(5)
                .reconcile(new MirroringReconciler(loops));
    }
}
