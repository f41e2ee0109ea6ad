package dev.setpoint.controllers.workload;

import dev.setpoint.base.Env;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.OptionalLong;

/// Deletes pods for reasons that are not theirs, and writes the reason into their status first: whoever
/// owns them must be able to tell it from a failure.
public final class Disruptions {
    private static final String CONDITION = "DisruptionTarget";

    private final Env env;
    private final TypedClient<Pod> client;

    public Disruptions(Env env, Loops loops) {
        this.env = env;
        this.client = Types.POD.over(loops.client()).as(Authorship.NAME);
    }

    /// @param reason one word in upper camel case
    public void delete(Pod pod, String reason, String message) {
        tolerant(() -> {
            tell(pod, new JsonObject(), reason, message);
            client.delete(pod);
        });
    }

    /// For a pod that nobody will ever report of again: it has failed, and goes at once.
    public void bury(Pod pod, String reason, String message) {
        JsonObject status = Pods.finished(pod) ? new JsonObject() : new JsonObject().put("phase", "Failed");
        tolerant(() -> {
            tell(pod, status, reason, message);
            force(pod);
        });
    }

    /// Without a word, at once.
    public void force(Pod pod) {
        tolerant(() -> client.delete(
                ObjectKey.of(pod),
                new DeleteOptions(
                        DeleteOptions.Propagation.BACKGROUND,
                        OptionalLong.of(0),
                        Optional.of(Metadata.uid(pod)),
                        Optional.empty())));
    }

    private void tell(Pod pod, JsonObject status, String reason, String message) {
        if (!says(pod, reason)) {
            JsonObject condition = new JsonObject()
                    .put("type", CONDITION)
                    .put("status", "True")
                    .put("reason", reason)
                    .put("message", message)
                    .put("lastTransitionTime", Timestamps.seconds(env.wallTime()));
            status.put("conditions", JsonArray.of(condition));
        }
        if (!status.isEmpty()) {
            JsonObject patch = new JsonObject()
                    .put("metadata", new JsonObject().put("uid", Metadata.uid(pod)))
                    .put("status", status);
            client.patchStatus(ObjectKey.of(pod), PatchType.STRATEGIC, patch);
        }
    }

    private static boolean says(Pod pod, String reason) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(each -> CONDITION.equals(each.getType()) && reason.equals(each.getReason()));
    }

    private static void tolerant(Runnable write) {
        try {
            write.run();
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }
}
