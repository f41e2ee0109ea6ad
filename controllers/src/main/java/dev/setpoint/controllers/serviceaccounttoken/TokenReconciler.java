package dev.setpoint.controllers.serviceaccounttoken;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.util.Optional;

/// Executes a [TokenPlan].
final class TokenReconciler implements Reconciler<ObjectKey> {
    private final Informer<Secret> secrets;
    private final TypedClient<Secret> client;
    private final TypedClient<ServiceAccount> accounts;
    private final String rootCertificate;
    private final TokenSigner signer;

    TokenReconciler(Loops loops, String rootCertificate, TokenSigner signer) {
        this.secrets = loops.informer(Types.SECRET);
        this.client = secrets.typed().over(loops.client()).as(Authorship.NAME);
        this.accounts = Types.SERVICE_ACCOUNT.over(loops.client());
        this.rootCertificate = rootCertificate;
        this.signer = signer;
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<Secret> found = secrets.find(key);
        Optional<String> name = found.flatMap(TokenPlan::account);
        if (found.isPresent() && name.isPresent()) {
            // Read live: a Secret is not deleted because a cache has not seen its account yet.
            Optional<ServiceAccount> account = accounts.find(new ObjectKey(key.namespace(), name.get()));
            TokenPlan.plan(found.get(), account, rootCertificate)
                    .ifPresent(step -> execute(found.get(), step, account));
        }
        return Outcome.DONE;
    }

    private void execute(Secret secret, TokenPlan.Step step, Optional<ServiceAccount> account) {
        switch (step) {
            case TokenPlan.Step.Delete() -> client.delete(secret);
            case TokenPlan.Step.Fill(Secret filled, boolean token) ->
                client.update(token && account.isPresent() ? withToken(filled, account.get()) : filled);
        }
    }

    private Secret withToken(Secret secret, ServiceAccount account) {
        String token = signer.sign(
                secret.getMetadata().getNamespace(),
                Metadata.name(secret),
                Metadata.name(account),
                account.getMetadata().getUid());
        return new SecretBuilder(secret)
                .addToData("token", TokenPlan.encoded(token))
                .build();
    }
}
