package dev.setpoint.controllers.tainteviction;

import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// When a pod has to leave its node.
final class TaintEvictionPlan {
    private TaintEvictionPlan() {}

    sealed interface Verdict {
        record Stay() implements Verdict {}

        record Leave() implements Verdict {}

        record LeaveIn(Duration time) implements Verdict {}
    }

    static Verdict plan(Pod pod, Node node, Instant now) {
        if (Pods.deleting(pod) || Pods.finished(pod) || Pods.mirror(pod)) {
            return new Verdict.Stay();
        }
        List<Instant> ends = new ArrayList<>();
        for (Taint taint : driving(node)) {
            List<Toleration> tolerations = pod.getSpec().getTolerations().stream()
                    .filter(toleration -> tolerates(toleration, taint))
                    .toList();
            if (tolerations.isEmpty()) {
                return new Verdict.Leave();
            }
            tolerations.stream()
                    .map(Toleration::getTolerationSeconds)
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .ifPresent(seconds -> ends.add(since(taint, now).plusSeconds(Math.max(0, seconds))));
        }
        Optional<Instant> end = ends.stream().min(Comparator.naturalOrder());
        if (end.isEmpty()) {
            return new Verdict.Stay();
        }
        return end.get().isAfter(now) ? new Verdict.LeaveIn(Duration.between(now, end.get())) : new Verdict.Leave();
    }

    /// The taints by which a node drives pods off.
    static List<Taint> driving(Node node) {
        return node.getSpec() == null
                ? List.of()
                : node.getSpec().getTaints().stream()
                        .filter(taint -> "NoExecute".equals(taint.getEffect()))
                        .toList();
    }

    /// A taint that does not say since when it is there has only just come: the node lifecycle dates it.
    private static Instant since(Taint taint, Instant now) {
        return Optional.ofNullable(taint.getTimeAdded())
                .flatMap(Timestamps::parse)
                .orElse(now);
    }

    private static boolean tolerates(Toleration toleration, Taint taint) {
        boolean effect = empty(toleration.getEffect()) || taint.getEffect().equals(toleration.getEffect());
        boolean key = empty(toleration.getKey()) || taint.getKey().equals(toleration.getKey());
        String value = taint.getValue() == null ? "" : taint.getValue();
        String wanted = toleration.getValue() == null ? "" : toleration.getValue();
        return effect
                && key
                && switch (toleration.getOperator() == null ? "" : toleration.getOperator()) {
                    case "", "Equal" -> wanted.equals(value);
                    case "Exists" -> true;
                    case "Gt" ->
                        compare(value, wanted).filter(order -> order > 0).isPresent();
                    case "Lt" ->
                        compare(value, wanted).filter(order -> order < 0).isPresent();
                    default -> false;
                };
    }

    private static Optional<Integer> compare(String value, String wanted) {
        String integer = "-?[0-9]{1,18}";
        return value.matches(integer) && wanted.matches(integer)
                ? Optional.of(Long.compare(Long.parseLong(value), Long.parseLong(wanted)))
                : Optional.empty();
    }

    private static boolean empty(@Nullable String text) {
        return text == null || text.isEmpty();
    }
}
