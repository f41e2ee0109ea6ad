package dev.setpoint.controllers.rootca;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;

/// A namespace is looked at when it changes and when its copy of the certificate does.
public final class RootCaController {
    private RootCaController() {}

    /// @param certificate the certificate of the cluster's authority, in PEM
    public static Controller of(Loops loops, String certificate) {
        return Controller.of(Namespace.class)
                .named("root-ca-certificate-publisher")
                .watchesStored(
                        ConfigMap.class,
                        map -> List.of(ObjectKey.cluster(map.key().namespace())))
                .when(change -> change.key().name().equals(RootCaPlan.NAME))
                .reconcile(new RootCaReconciler(loops, certificate));
    }
}
