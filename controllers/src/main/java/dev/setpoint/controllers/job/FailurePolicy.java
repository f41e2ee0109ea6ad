package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyOnExitCodesRequirement;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What the failure of a pod means to its job: the first rule of the job's policy that fits decides.
final class FailurePolicy {
    private static final PodStatus NO_STATUS = new PodStatus();

    private FailurePolicy() {}

    sealed interface Meaning {
        /// One more failure towards the limits.
        record Counts() implements Meaning {}

        /// As if it had not happened.
        record Ignored() implements Meaning {}

        /// The pod's index has failed, however many attempts it has left.
        record FailsIndex() implements Meaning {}

        /// The job has failed.
        record FailsJob(String message) implements Meaning {}
    }

    private static final Meaning COUNTS = new Meaning.Counts();

    /// @param pod one that has failed
    static Meaning of(Job job, Pod pod) {
        if (job.getSpec().getPodFailurePolicy() == null) {
            return COUNTS;
        }
        List<PodFailurePolicyRule> rules = job.getSpec().getPodFailurePolicy().getRules();
        for (int index = 0; index < rules.size(); index++) {
            Optional<String> what = cause(rules.get(index), pod);
            if (what.isPresent()) {
                return meaning(rules.get(index).getAction(), what.get() + " matching FailJob rule at index " + index);
            }
        }
        return COUNTS;
    }

    static boolean ignores(Job job, Pod pod) {
        return of(job, pod) instanceof Meaning.Ignored;
    }

    private static Meaning meaning(String action, String message) {
        return switch (action) {
            case "Ignore" -> new Meaning.Ignored();
            case "FailIndex" -> new Meaning.FailsIndex();
            case "FailJob" -> new Meaning.FailsJob(message);
            default -> COUNTS;
        };
    }

    /// What it is about the pod that fits the rule.
    private static Optional<String> cause(PodFailurePolicyRule rule, Pod pod) {
        PodStatus status = pod.getStatus() == null ? NO_STATUS : pod.getStatus();
        String name = pod.getMetadata().getNamespace() + "/" + Metadata.name(pod);
        if (rule.getOnExitCodes() != null) {
            return Stream.concat(status.getContainerStatuses().stream(), status.getInitContainerStatuses().stream())
                    .filter(container -> fits(rule.getOnExitCodes(), container))
                    .findFirst()
                    .map(container ->
                            "Container " + container.getName() + " for pod " + name + " failed with exit code "
                                    + container.getState().getTerminated().getExitCode());
        }
        return status.getConditions().stream()
                .filter(condition -> fits(rule, condition))
                .findFirst()
                .map(condition -> "Pod " + name + " has condition " + condition.getType());
    }

    private static boolean fits(PodFailurePolicyOnExitCodesRequirement wanted, ContainerStatus container) {
        if (container.getState() == null || container.getState().getTerminated() == null) {
            return false;
        }
        int code = Metadata.orZero(container.getState().getTerminated().getExitCode());
        boolean named =
                wanted.getContainerName() == null || wanted.getContainerName().equals(container.getName());
        return named
                && code != 0
                && switch (wanted.getOperator()) {
                    case "In" -> wanted.getValues().contains(code);
                    case "NotIn" -> !wanted.getValues().contains(code);
                    default -> false;
                };
    }

    private static boolean fits(PodFailurePolicyRule rule, PodCondition condition) {
        return rule.getOnPodConditions().stream()
                .anyMatch(pattern -> pattern.getType().equals(condition.getType())
                        && (pattern.getStatus() == null ? "True" : pattern.getStatus()).equals(condition.getStatus()));
    }
}
