package dev.setpoint.controllers.workload;

import dev.setpoint.base.Env;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.util.ArrayList;
import java.util.List;
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
        tolerant(() -> client.delete(told(pod, pod, reason, message)));
    }

    /// For a pod that nobody will ever report of again: it has failed, and goes at once.
    public void bury(Pod pod, String reason, String message) {
        Pod failed = Pods.finished(pod)
                ? pod
                : new PodBuilder(pod)
                        .editOrNewStatus()
                        .withPhase("Failed")
                        .endStatus()
                        .build();
        tolerant(() -> {
            told(pod, failed, reason, message);
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

    private Pod told(Pod before, Pod pod, String reason, String message) {
        List<PodCondition> conditions = new ArrayList<>(
                pod.getStatus() == null ? List.of() : pod.getStatus().getConditions());
        boolean known = conditions.stream()
                .anyMatch(each -> CONDITION.equals(each.getType()) && reason.equals(each.getReason()));
        if (!known) {
            conditions.removeIf(each -> CONDITION.equals(each.getType()));
            conditions.add(new PodConditionBuilder()
                    .withType(CONDITION)
                    .withStatus("True")
                    .withReason(reason)
                    .withMessage(message)
                    .withLastTransitionTime(Timestamps.seconds(env.wallTime()))
                    .build());
        }
        Pod wanted = new PodBuilder(pod)
                .editOrNewStatus()
                .withConditions(conditions)
                .endStatus()
                .build();
        return wanted.equals(before) ? before : client.updateStatus(wanted);
    }

    private static void tolerant(Runnable write) {
        try {
            write.run();
        } catch (ApiException e) {
            if (!Failures.notFound(e)) {
                throw e;
            }
        }
    }
}
