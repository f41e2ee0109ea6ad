package dev.setpoint.server.apart;

import dev.setpoint.base.Env;
import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import java.time.Duration;

/// Asks the server now and then who it takes this process for. A server that is away comes back, as after an upgrade;
/// one that stays away for longer than the patience lasts is gone for good.
final class ServerWatch {
    private static final Target REVIEWS =
            Target.collection(new GroupVersionResource("authentication.k8s.io", "v1", "selfsubjectreviews"), "");
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final Duration BETWEEN = Duration.ofSeconds(5);

    private final Env env;
    private final Client client;
    private final String server;
    private final Duration patience;

    /// @param client with the credentials of the kubeconfig
    ServerWatch(Env env, Client client, String server, Duration patience) {
        this.env = env;
        this.client = client;
        this.server = server;
        this.patience = patience;
    }

    /// Waits until the server answers.
    ///
    /// @return as whom it knows this process
    /// @throws UnreachableException when it does not within the patience, or does not know whoever asks
    String awaitIdentity() {
        long end = env.monotonicNanos() + patience.toNanos();
        while (true) {
            try {
                return identity();
            } catch (ApiException e) {
                require(!(e.error() instanceof ApiError.Unauthorized), "does not know the user of the kubeconfig", e);
                require(
                        env.monotonicNanos() < end,
                        "has not answered for " + patience.toSeconds() + " s, so this process ends",
                        e);
                env.sleep(AGAIN);
            }
        }
    }

    /// Returns never; ends when the server is gone for good.
    ///
    /// @throws UnreachableException then
    void untilGone() {
        while (true) {
            env.sleep(BETWEEN);
            awaitIdentity();
        }
    }

    private void require(boolean holds, String otherwise, ApiException failure) {
        if (!holds) {
            throw new UnreachableException(server + " " + otherwise + ": " + failure.getMessage());
        }
    }

    private String identity() {
        JsonObject review =
                new JsonObject().put("apiVersion", "authentication.k8s.io/v1").put("kind", "SelfSubjectReview");
        JsonObject answer = CompactReader.object(client.create(REVIEWS, new Body.Tree(review), WriteOptions.DEFAULT)
                .filled());
        return answer.child("status").child("userInfo").textOr("username", "");
    }
}
