package dev.setpoint.controllers.serviceaccount;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;

/// Creates what [ServiceAccountPlan] finds missing.
final class ServiceAccountReconciler implements Reconciler<ObjectKey> {
    private final Informer<Namespace> namespaces;
    private final Informer<ServiceAccount> accounts;
    private final TypedClient<ServiceAccount> client;

    ServiceAccountReconciler(Loops loops) {
        this.namespaces = loops.informer(Types.NAMESPACE);
        this.accounts = loops.informer(Types.SERVICE_ACCOUNT);
        this.client = accounts.typed().over(loops.client()).as(Authorship.NAME);
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        ObjectKey account = new ObjectKey(key.name(), ServiceAccountPlan.NAME);
        namespaces
                .find(key)
                .flatMap(namespace -> ServiceAccountPlan.missing(namespace, accounts.find(account)))
                .ifPresent(this::create);
        return Outcome.DONE;
    }

    private void create(ServiceAccount account) {
        try {
            client.create(account);
        } catch (ApiException e) {
            if (!e.error().alreadyExists() && !e.error().namespaceTerminating()) {
                throw e;
            }
        }
    }
}
