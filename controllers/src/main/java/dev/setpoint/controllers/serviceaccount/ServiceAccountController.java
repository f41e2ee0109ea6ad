package dev.setpoint.controllers.serviceaccount;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.util.List;

/// A namespace is looked at when it changes and when its default account is gone.
public final class ServiceAccountController {
    private ServiceAccountController() {}

    public static Controller of(Loops loops) {
        return Controller.of(Namespace.class)
                .named("serviceaccount")
                .watchesStored(
                        ServiceAccount.class,
                        account -> List.of(ObjectKey.cluster(account.key().namespace())))
                .when(change -> change.deleted() && change.key().name().equals(ServiceAccountPlan.NAME))
                .reconcile(new ServiceAccountReconciler(loops));
    }
}
