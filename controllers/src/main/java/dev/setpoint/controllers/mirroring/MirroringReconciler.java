package dev.setpoint.controllers.mirroring;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.endpointslice.Slices;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.Service;

/// Executes a [MirroringPlan].
final class MirroringReconciler implements Reconciler<ObjectKey> {
    private final Informer<Endpoints> endpoints;
    private final Informer<Service> services;
    private final Slices slices;

    MirroringReconciler(Loops loops) {
        this.endpoints = loops.informer(Types.ENDPOINTS);
        this.services = loops.informer(Types.SERVICE);
        this.slices = new Slices(loops, MirroringPlan.NAME);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        MirroringPlan.plan(endpoints.find(key), services.find(key), slices.of(key))
                .forEach(slices::execute);
        return Outcome.DONE;
    }
}
