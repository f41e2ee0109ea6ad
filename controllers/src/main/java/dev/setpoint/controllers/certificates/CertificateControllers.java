package dev.setpoint.controllers.certificates;

import dev.setpoint.base.Env;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import java.util.List;

/// Three loops over the same requests, each blind to what the others do.
public final class CertificateControllers {
    private CertificateControllers() {}

    public static List<Controller<?>> of(Env env, Loops loops, CertificateSigner signer) {
        return List.of(
                Controller.of(Types.CERTIFICATE_SIGNING_REQUEST)
                        .named("csrapproving")
                        .reconcile(new ApprovalReconciler(loops, signer, env::wallTime)),
                Controller.of(Types.CERTIFICATE_SIGNING_REQUEST)
                        .named("csrsigning")
                        .reconcile(new SigningReconciler(loops, signer, env::wallTime)),
                Controller.of(Types.CERTIFICATE_SIGNING_REQUEST)
                        .named("csrcleaner")
                        .reconcile(new CleaningReconciler(loops, env::wallTime)));
    }
}
