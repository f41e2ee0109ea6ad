package dev.setpoint.server;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.authn.RequestSigner;
import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.apiserver.authn.TokenClaims.Bound;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.controllers.Controllers;
import dev.setpoint.controllers.Identities;
import dev.setpoint.controllers.Trust;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.resources.ResourceTable;
import java.time.Duration;

/// The process that runs the controllers. They share what they read; each writes as a service account of
/// its own, with the rights that Kubernetes gives it.
final class ControllerProcess implements AutoCloseable {
    private static final String NAME = "kube-controller-manager";

    private final Env env;
    private final Loops loops;

    ControllerProcess(Env env, ApiServer apiServer, Metrics metrics, SigningKeys keys) {
        this.env = env;
        User reader = User.of("system:" + NAME, User.AUTHENTICATED);
        this.loops = new Loops(env, apiServer.client(env, reader, NAME), metrics);
        Controllers.all(env, identities(apiServer), ResourceTable.builtIn(), trust(env, keys))
                .forEach(loops::add);
    }

    private Identities identities(ApiServer apiServer) {
        return new Identities() {
            @Override
            public Loops account(String name) {
                return as(User.serviceAccount("kube-system", name));
            }

            @Override
            public Loops process() {
                return loops;
            }

            @Override
            public Loops apiServer() {
                return as(ControlPlane.ROOT);
            }

            private Loops as(User user) {
                return loops.as(apiServer.client(env, user, NAME));
            }
        };
    }

    private static Trust trust(Env env, SigningKeys keys) {
        ServiceAccountTokens tokens = keys.tokens();
        return new Trust(
                keys.authority().certificatePem(),
                (namespace, secret, account, uid) -> tokens.signLegacy(namespace, secret, new Bound(account, uid)),
                new Signer(env, new RequestSigner(keys)));
    }

    void start() {
        loops.start();
    }

    boolean awaitSynced(Duration deadline) {
        return loops.awaitSynced(deadline);
    }

    @Override
    public void close() {
        loops.close();
        env.close();
    }
}
