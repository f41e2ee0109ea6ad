package dev.setpoint.controllers.job;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.SuccessPolicyRule;
import java.util.List;
import java.util.Optional;

/// Whether an indexed job has succeeded before all of its indexes have.
final class SuccessPolicy {
    private SuccessPolicy() {}

    /// The message that names the first rule that is fulfilled.
    static Optional<String> met(Job job, CompletionIndexes succeeded) {
        if (job.getSpec().getSuccessPolicy() == null || succeeded.isEmpty()) {
            return Optional.empty();
        }
        List<SuccessPolicyRule> rules = job.getSpec().getSuccessPolicy().getRules();
        for (int index = 0; index < rules.size(); index++) {
            if (fulfilled(rules.get(index), succeeded, JobTerms.completions(job).orElse(0))) {
                return Optional.of("Matched rules at index " + index);
            }
        }
        return Optional.empty();
    }

    private static boolean fulfilled(SuccessPolicyRule rule, CompletionIndexes succeeded, int completions) {
        Integer count = rule.getSucceededCount();
        if (rule.getSucceededIndexes() == null) {
            return count != null && succeeded.total() >= count;
        }
        CompletionIndexes required = CompletionIndexes.parse(rule.getSucceededIndexes(), completions);
        int common = required.common(succeeded);
        return !required.isEmpty() && (common == required.total() || (count != null && common >= count));
    }
}
