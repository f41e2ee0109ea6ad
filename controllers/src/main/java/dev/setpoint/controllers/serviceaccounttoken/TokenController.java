package dev.setpoint.controllers.serviceaccounttoken;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.controllers.Types;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.List;

/// A Secret is looked at when it changes, and when its account comes or goes.
public final class TokenController {
    private TokenController() {}

    /// @param rootCertificate by which whoever uses the token knows the API server, in PEM
    public static Controller<ObjectKey> of(Loops loops, String rootCertificate, TokenSigner signer) {
        Informer<Secret> secrets = loops.informer(Types.SECRET);
        return Controller.of(Types.SECRET)
                .named("serviceaccount-token")
                .watchesStored(
                        Types.SERVICE_ACCOUNT,
                        account -> holders(secrets, account.key().namespace()))
                .when(change -> change.deleted() || change.before() == null)
                .reconcile(new TokenReconciler(loops, rootCertificate, signer));
    }

    private static List<ObjectKey> holders(Informer<Secret> secrets, String namespace) {
        return secrets.inNamespace(namespace).stream()
                .filter(secret -> TokenPlan.account(secret).isPresent())
                .map(secret -> new ObjectKey(namespace, secret.getMetadata().getName()))
                .toList();
    }
}
