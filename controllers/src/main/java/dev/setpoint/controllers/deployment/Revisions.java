package dev.setpoint.controllers.deployment;

import dev.setpoint.controllers.workload.Metadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// What a Deployment writes into the annotations of its ReplicaSets: the number of the rollout, and the
/// size of the Deployment at which the set was last scaled.
///
/// A template that comes back, as with `kubectl rollout undo`, takes the next number, and its former ones
/// become its history: `revision: 5`, `revision-history: 1,3`.
final class Revisions {
    static final String REVISION = "deployment.kubernetes.io/revision";
    static final String HISTORY = "deployment.kubernetes.io/revision-history";
    static final String DESIRED_REPLICAS = "deployment.kubernetes.io/desired-replicas";
    static final String MAX_REPLICAS = "deployment.kubernetes.io/max-replicas";

    static final Comparator<ReplicaSet> LOWEST_FIRST =
            Comparator.comparingLong(Revisions::of).thenComparing(OwnedReplicaSets.OLDEST_FIRST);

    /// Annotations of the Deployment that are about itself. Only ever asked for membership.
    private static final Set<String> OWN = Set.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            REVISION,
            HISTORY,
            DESIRED_REPLICAS,
            MAX_REPLICAS,
            "deprecated.deployment.rollback.to");

    private static final int LONGEST_HISTORY = 2000;

    private Revisions() {}

    /// Zero when the set has none, or none that can be read.
    static long of(ReplicaSet set) {
        String text = Metadata.annotation(set, REVISION);
        return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    static long next(List<ReplicaSet> oldSets) {
        return oldSets.stream().mapToLong(Revisions::of).max().orElse(0) + 1;
    }

    /// The annotations of the set of the present template.
    ///
    /// @param revision its number, unless it already has a greater one: old sets may have been deleted since
    static Map<String, String> annotations(Deployment deployment, ReplicaSet set, long revision) {
        Map<String, String> annotations = new LinkedHashMap<>(Metadata.annotations(set));
        Metadata.annotations(deployment).forEach((name, value) -> {
            if (!OWN.contains(name)) {
                annotations.put(name, value);
            }
        });
        long before = of(set);
        if (before < revision) {
            annotations.put(REVISION, Long.toString(revision));
            if (before > 0) {
                annotations.put(HISTORY, history(annotations.getOrDefault(HISTORY, ""), Long.toString(before)));
            }
        }
        return annotations;
    }

    /// Notes for which size of the Deployment a set has the size that it has.
    static void noteScale(Map<String, String> annotations, RolloutLimits limits) {
        annotations.put(DESIRED_REPLICAS, Integer.toString(limits.replicas()));
        annotations.put(MAX_REPLICAS, Integer.toString(limits.mostPods()));
    }

    static OptionalInt desiredReplicas(ReplicaSet set) {
        return number(Metadata.annotation(set, DESIRED_REPLICAS));
    }

    static OptionalInt maxReplicas(ReplicaSet set) {
        return number(Metadata.annotation(set, MAX_REPLICAS));
    }

    private static OptionalInt number(String text) {
        return text.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    /// The oldest numbers make room when the text becomes too long.
    private static String history(String before, String added) {
        List<String> numbers = new ArrayList<>(before.isEmpty() ? List.of() : List.of(before.split(",")));
        numbers.add(added);
        String text = String.join(",", numbers);
        while (text.length() > LONGEST_HISTORY) {
            numbers.removeFirst();
            text = String.join(",", numbers);
        }
        return text;
    }
}
