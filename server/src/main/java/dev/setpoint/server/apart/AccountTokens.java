package dev.setpoint.server.apart;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.client.https.BearerToken;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;

/// Tokens of one service account, which the controller manager asks for as itself, and again when a fifth of their life
/// is left. An account that is not there is made.
///
/// Several tasks that find the token too old at once each get one; the last is kept, and all are good.
final class AccountTokens implements BearerToken {
    private static final GroupVersionResource ACCOUNTS = new GroupVersionResource("", "v1", "serviceaccounts");
    private static final long ASKED_SECONDS = 3600;
    private static final int LEFT_FRACTION = 5;

    private final Env env;
    private final Client client;
    private final Target account;
    private volatile IssuedToken held = IssuedToken.NONE;

    private record IssuedToken(String token, long renewNanos) {
        static final IssuedToken NONE = new IssuedToken("", Long.MIN_VALUE);
    }

    /// @param client of whoever may issue tokens
    AccountTokens(Env env, Client client, String namespace, String name) {
        this.env = env;
        this.client = client;
        this.account = Target.object(ACCOUNTS, namespace, name);
    }

    @Override
    public String current() {
        IssuedToken known = held;
        if (!known.token.isEmpty() && env.monotonicNanos() - known.renewNanos < 0) {
            return known.token;
        }
        IssuedToken renewed = renewed();
        held = renewed;
        return renewed.token;
    }

    @Override
    public void refused(String token) {
        IssuedToken known = held;
        if (known.token.equals(token)) {
            held = IssuedToken.NONE;
        }
    }

    /// A refusal here says nothing of the request for which the token is wanted, but that it was never made.
    private IssuedToken renewed() {
        try {
            return issued();
        } catch (ApiException e) {
            throw new ApiException(new ApiError.Unavailable(
                    "no token for " + account.namespace() + "/" + account.name() + ": " + e.getMessage()));
        }
    }

    private IssuedToken issued() {
        try {
            return issue();
        } catch (ApiException e) {
            if (!(e.error() instanceof ApiError.NotFound)) {
                throw e;
            }
            create();
            return issue();
        }
    }

    private IssuedToken issue() {
        long began = env.monotonicNanos();
        JsonObject wanted = new JsonObject()
                .put("apiVersion", "authentication.k8s.io/v1")
                .put("kind", "TokenRequest")
                .put("spec", new JsonObject().put("expirationSeconds", ASKED_SECONDS));
        Stored answer = client.create(account.subresource("token"), new Body.Tree(wanted), WriteOptions.DEFAULT);
        JsonObject given = CompactReader.object(answer.filled());
        long seconds = given.child("spec").integerOr("expirationSeconds", ASKED_SECONDS);
        long life = Duration.ofSeconds(seconds).toNanos();
        return new IssuedToken(given.child("status").textOr("token", ""), began + life - life / LEFT_FRACTION);
    }

    private void create() {
        JsonObject made = new JsonObject().put("metadata", new JsonObject().put("name", account.name()));
        try {
            client.create(Target.collection(ACCOUNTS, account.namespace()), new Body.Tree(made), WriteOptions.DEFAULT);
        } catch (ApiException e) {
            if (!(e.error() instanceof ApiError.AlreadyExists)) {
                throw e;
            }
        }
    }
}
