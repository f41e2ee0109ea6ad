package dev.setpoint.controllers.rootca;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;

/// Executes a [RootCaPlan].
final class RootCaReconciler implements Reconciler<ObjectKey> {
    private final String certificate;
    private final Informer<Namespace> namespaces;
    private final Informer<ConfigMap> maps;
    private final TypedClient<ConfigMap> client;

    RootCaReconciler(Loops loops, String certificate) {
        this.certificate = certificate;
        this.namespaces = loops.informer(Types.NAMESPACE);
        this.maps = loops.informer(Types.CONFIG_MAP);
        this.client = maps.typed().over(loops.client()).as(Authorship.NAME);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        ObjectKey map = new ObjectKey(key.name(), RootCaPlan.NAME);
        namespaces
                .find(key)
                .flatMap(namespace -> RootCaPlan.plan(namespace, maps.find(map), certificate))
                .ifPresent(this::execute);
        return Outcome.DONE;
    }

    private void execute(RootCaPlan.Action action) {
        switch (action) {
            case RootCaPlan.Action.Create(var map) -> create(map);
            case RootCaPlan.Action.Update(var map) -> client.update(map);
        }
    }

    private void create(ConfigMap map) {
        try {
            client.create(map);
        } catch (ApiException e) {
            if (!e.error().alreadyExists() && !e.error().namespaceTerminating()) {
                throw e;
            }
        }
    }
}
