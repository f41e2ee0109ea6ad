package dev.setpoint.controllers.rootca;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import java.util.List;

/// A namespace is looked at when it changes and when its copy of the certificate does.
public final class RootCaController {
    private RootCaController() {}

    /// @param certificate the certificate of the cluster's authority, in PEM
    public static Controller<ObjectKey> of(Loops loops, String certificate) {
        return Controller.of(Types.NAMESPACE)
                .named("root-ca-certificate-publisher")
                .watchesStored(
                        Types.CONFIG_MAP,
                        map -> List.of(ObjectKey.cluster(map.key().namespace())))
                .when(change -> change.key().name().equals(RootCaPlan.NAME))
                .reconcile(new RootCaReconciler(loops, certificate));
    }
}
