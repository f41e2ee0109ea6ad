package dev.setpoint.server;

import dev.setpoint.apiserver.authn.RequestSigner;
import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.authn.TokenClaims.Bound;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.controllers.Controllers;
import dev.setpoint.controllers.Identities;
import dev.setpoint.controllers.Trust;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.resources.ResourceTable;
import java.util.function.Function;
import java.util.function.Supplier;

/// Runs the controllers. They share what they read; each writes as a service account of its own, with the
/// rights that Kubernetes gives it.
record ControllerDuty(Metrics metrics, Supplier<SigningKeys> keys) implements Duty {
    static final String NAME = "kube-controller-manager";

    @Override
    public Work begin(Env env, Function<User, Client> as) {
        Loops loops = new Loops(env, as.apply(LedProcess.user(NAME)), metrics);
        Controllers.all(env, identities(loops, as), ResourceTable.builtIn(), trust(env))
                .forEach(loops::add);
        loops.start();
        return new Work(loops, loops::close);
    }

    private static Identities identities(Loops loops, Function<User, Client> as) {
        return new Identities() {
            @Override
            public Loops account(String name) {
                return loops.as(as.apply(User.serviceAccount("kube-system", name)));
            }

            @Override
            public Loops process() {
                return loops;
            }

            @Override
            public Loops apiServer() {
                return loops.as(as.apply(ControlPlane.ROOT));
            }
        };
    }

    private Trust trust(Env env) {
        SigningKeys signing = keys.get();
        ServiceAccountTokens tokens = signing.tokens();
        return new Trust(
                signing.authority().certificatePem(),
                (namespace, secret, account, uid) -> tokens.signLegacy(namespace, secret, new Bound(account, uid)),
                new Signer(env, new RequestSigner(signing)));
    }
}
