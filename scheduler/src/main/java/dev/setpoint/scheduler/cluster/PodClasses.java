package dev.setpoint.scheduler.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds classes of pods by selector: through the rarest `label = value` that the selector asks for, where there is
/// one, instead of looking at every class of the namespace.
final class PodClasses {
    private final Map<PodClass.Identity, PodClass> byIdentity = new LinkedHashMap<>();
    private final Set<PodClass> withAffinity = new LinkedHashSet<>();
    private final Map<String, Namespace> namespaces = new LinkedHashMap<>();

    private static final class Namespace {
        final Set<PodClass> classes = new LinkedHashSet<>();
        final Map<Label, Set<PodClass>> byLabel = new LinkedHashMap<>();
    }

    private record Label(String key, String value) {}

    PodClass of(PodInfo pod) {
        PodClass.Identity identity =
                new PodClass.Identity(pod.namespace(), pod.labels(), pod.terminating(), pod.affinity());
        PodClass known = byIdentity.get(identity);
        if (known != null) {
            return known;
        }
        PodClass created = new PodClass(identity);
        byIdentity.put(identity, created);
        if (!identity.affinity().isNone()) {
            withAffinity.add(created);
        }
        Namespace namespace = namespaces.computeIfAbsent(pod.namespace(), _ -> new Namespace());
        namespace.classes.add(created);
        identity.labels()
                .forEach((key, value) -> namespace
                        .byLabel
                        .computeIfAbsent(new Label(key, value), _ -> new LinkedHashSet<>())
                        .add(created));
        return created;
    }

    void removeIfEmpty(PodClass podClass) {
        if (!podClass.isEmpty()) {
            return;
        }
        PodClass.Identity identity = podClass.identity();
        byIdentity.remove(identity);
        withAffinity.remove(podClass);
        Namespace namespace = namespaces.get(identity.namespace());
        if (namespace == null) {
            return;
        }
        namespace.classes.remove(podClass);
        identity.labels()
                .forEach((key, value) -> namespace.byLabel.computeIfPresent(
                        new Label(key, value),
                        (_, classes) -> classes.remove(podClass) && classes.isEmpty() ? null : classes));
        if (namespace.classes.isEmpty()) {
            namespaces.remove(identity.namespace());
        }
    }

    List<PodClass> matching(String namespaceName, PodSelector selector) {
        Namespace namespace = namespaces.get(namespaceName);
        if (namespace == null) {
            return List.of();
        }
        List<PodClass> matching = new ArrayList<>();
        for (PodClass candidate : candidates(namespace, selector)) {
            if (selector.matches(candidate.labels())) {
                matching.add(candidate);
            }
        }
        return matching;
    }

    /// Those whose pods want others near or apart.
    Set<PodClass> withAffinity() {
        return withAffinity;
    }

    Set<String> namespaces() {
        return namespaces.keySet();
    }

    private static Collection<PodClass> candidates(Namespace namespace, PodSelector selector) {
        Collection<PodClass> fewest = namespace.classes;
        for (NodeRequirement requirement : selector.requirements()) {
            if (requirement.operator() == NodeRequirement.Operator.IN
                    && requirement.values().size() == 1) {
                Label label = new Label(requirement.key(), requirement.values().getFirst());
                Set<PodClass> labelled = namespace.byLabel.getOrDefault(label, Set.of());
                if (labelled.size() < fewest.size()) {
                    fewest = labelled;
                }
            }
        }
        return fewest;
    }
}
