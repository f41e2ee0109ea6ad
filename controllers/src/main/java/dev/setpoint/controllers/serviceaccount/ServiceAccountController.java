package dev.setpoint.controllers.serviceaccount;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import java.util.List;

/// A namespace is looked at when it changes and when its default account is gone.
public final class ServiceAccountController {
    private ServiceAccountController() {}

    public static Controller<ObjectKey> of(Loops loops) {
        return Controller.of(Types.NAMESPACE)
                .named("serviceaccount")
                .watchesStored(
                        Types.SERVICE_ACCOUNT,
                        account -> List.of(ObjectKey.cluster(account.key().namespace())))
                .when(change -> change.deleted() && change.key().name().equals(ServiceAccountPlan.NAME))
                .reconcile(new ServiceAccountReconciler(loops));
    }
}
