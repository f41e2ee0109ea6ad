package dev.setpoint.controllers.statefulset;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodTemplates;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Who a pod of a StatefulSet is: its ordinal decides its name, its host name and its claims.
///
///     set db, template of a claim named data, ordinal 1:  pod db-1, claim data-db-1
final class Identity {
    static final String REVISION_LABEL = "controller-revision-hash";
    private static final String NAME_LABEL = "statefulset.kubernetes.io/pod-name";
    private static final String INDEX_LABEL = "apps.kubernetes.io/pod-index";
    private static final Pattern NAME = Pattern.compile("(.*)-([0-9]{1,9})");

    private Identity() {}

    static int start(StatefulSet set) {
        return set.getSpec().getOrdinals() == null
                ? 0
                : Metadata.orZero(set.getSpec().getOrdinals().getStart());
    }

    static int replicas(StatefulSet set) {
        return Metadata.orZero(set.getSpec().getReplicas());
    }

    /// Empty for a pod whose name is not one of the set's.
    static OptionalInt ordinal(StatefulSet set, String podName) {
        Matcher matcher = NAME.matcher(podName);
        return matcher.matches() && matcher.group(1).equals(Metadata.name(set))
                ? OptionalInt.of(Integer.parseInt(matcher.group(2)))
                : OptionalInt.empty();
    }

    static boolean inRange(StatefulSet set, int ordinal) {
        return ordinal >= start(set) && ordinal < (long) start(set) + replicas(set);
    }

    static String podName(StatefulSet set, int ordinal) {
        return Metadata.name(set) + "-" + ordinal;
    }

    /// A pod of an ordinal from the set's template.
    static Pod pod(StatefulSet set, int ordinal, String revision) {
        Pod pod = PodTemplates.pod(set.getSpec().getTemplate(), set);
        String name = podName(set, ordinal);
        return new PodBuilder(pod)
                .editMetadata()
                .withName(name)
                .addToLabels(labels(set, ordinal))
                .addToLabels(REVISION_LABEL, revision)
                .endMetadata()
                .editOrNewSpec()
                .withHostname(name)
                .withSubdomain(set.getSpec().getServiceName())
                .withVolumes(volumes(set, pod, ordinal))
                .endSpec()
                .build();
    }

    /// The same pod with the labels that it should have.
    static Pod labelled(StatefulSet set, Pod pod, int ordinal) {
        return new PodBuilder(pod)
                .editMetadata()
                .addToLabels(labels(set, ordinal))
                .endMetadata()
                .build();
    }

    /// Whether the pod says by its labels who it is.
    static boolean known(Pod pod) {
        return Metadata.name(pod).equals(Metadata.labels(pod).get(NAME_LABEL));
    }

    static String revision(Pod pod) {
        return Metadata.labels(pod).getOrDefault(REVISION_LABEL, "");
    }

    static String claimName(StatefulSet set, PersistentVolumeClaim template, int ordinal) {
        return Metadata.name(template) + "-" + Metadata.name(set) + "-" + ordinal;
    }

    /// Whether a claim of this name belongs to any ordinal of the set.
    static boolean mayClaim(StatefulSet set, String claimName) {
        return set.getSpec().getVolumeClaimTemplates().stream()
                .map(template -> Metadata.name(template) + "-" + Metadata.name(set) + "-")
                .anyMatch(prefix -> claimName.startsWith(prefix)
                        && claimName.substring(prefix.length()).matches("[0-9]+"));
    }

    /// The claims that a pod of this ordinal needs, as they are created.
    static List<PersistentVolumeClaim> claims(StatefulSet set, int ordinal) {
        return set.getSpec().getVolumeClaimTemplates().stream()
                .map(template -> new PersistentVolumeClaimBuilder(template)
                        .editMetadata()
                        .withName(claimName(set, template, ordinal))
                        .withNamespace(set.getMetadata().getNamespace())
                        .addToLabels(
                                Metadata.orEmpty(set.getSpec().getSelector().getMatchLabels()))
                        .endMetadata()
                        .withStatus(null)
                        .build())
                .toList();
    }

    /// Claims stand in for volumes of the same name.
    private static List<Volume> volumes(StatefulSet set, Pod pod, int ordinal) {
        Map<String, Volume> volumes = new LinkedHashMap<>();
        set.getSpec()
                .getVolumeClaimTemplates()
                .forEach(template -> volumes.put(
                        Metadata.name(template),
                        new VolumeBuilder()
                                .withName(Metadata.name(template))
                                .withNewPersistentVolumeClaim()
                                .withClaimName(claimName(set, template, ordinal))
                                .endPersistentVolumeClaim()
                                .build()));
        pod.getSpec().getVolumes().forEach(volume -> volumes.putIfAbsent(volume.getName(), volume));
        return new ArrayList<>(volumes.values());
    }

    private static Map<String, String> labels(StatefulSet set, int ordinal) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(NAME_LABEL, podName(set, ordinal));
        labels.put(INDEX_LABEL, Integer.toString(ordinal));
        return labels;
    }
}
