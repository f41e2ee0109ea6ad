package dev.setpoint.scheduler.cluster;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.List;

/// Which other pods a pod wants near it or far from it.
///
/// @param near all of them must be met
/// @param apart none of them may be met, in either direction: it keeps later pods away, too
public record PodAffinity(
        List<AffinityTerm> near, List<AffinityTerm> apart, List<Preference> preferNear, List<Preference> preferApart) {
    public static final PodAffinity NONE = new PodAffinity(List.of(), List.of(), List.of(), List.of());

    public record Preference(int weight, AffinityTerm term) {}

    static PodAffinity read(PodSpec spec, String namespace) {
        Affinity affinity = spec.getAffinity();
        if (affinity == null || (affinity.getPodAffinity() == null && affinity.getPodAntiAffinity() == null)) {
            return NONE;
        }
        var near = affinity.getPodAffinity();
        var apart = affinity.getPodAntiAffinity();
        return new PodAffinity(
                near == null ? List.of() : terms(near.getRequiredDuringSchedulingIgnoredDuringExecution(), namespace),
                apart == null ? List.of() : terms(apart.getRequiredDuringSchedulingIgnoredDuringExecution(), namespace),
                near == null
                        ? List.of()
                        : preferences(near.getPreferredDuringSchedulingIgnoredDuringExecution(), namespace),
                apart == null
                        ? List.of()
                        : preferences(apart.getPreferredDuringSchedulingIgnoredDuringExecution(), namespace));
    }

    private static List<AffinityTerm> terms(List<PodAffinityTerm> terms, String namespace) {
        return terms.stream().map(term -> AffinityTerm.read(term, namespace)).toList();
    }

    private static List<Preference> preferences(List<WeightedPodAffinityTerm> terms, String namespace) {
        return terms.stream()
                .map(term -> new Preference(term.getWeight(), AffinityTerm.read(term.getPodAffinityTerm(), namespace)))
                .toList();
    }

    public boolean isNone() {
        return near.isEmpty() && apart.isEmpty() && preferNear.isEmpty() && preferApart.isEmpty();
    }
}
