package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.PodTemplates;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// The pods that a job's template describes.
final class JobTemplates {
    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";
    /// What a generated name leaves for its prefix.
    private static final int LONGEST_PREFIX = 58;

    private JobTemplates() {}

    static List<Pod> alike(Job job, int count) {
        return Collections.nCopies(count, tracked(job));
    }

    /// @param before the pod that this one replaces, whose failures it carries on
    static Pod ofIndex(Job job, int index, Optional<Pod> before) {
        Pod pod = tracked(job);
        PodBuilder builder = new PodBuilder(pod)
                .editMetadata()
                .withGenerateName(prefix(Metadata.name(job), "-" + index + "-"))
                .addToLabels(JobPods.INDEX, Integer.toString(index))
                .addToAnnotations(JobPods.INDEX, Integer.toString(index))
                .endMetadata()
                .editSpec()
                .withHostname(Metadata.name(job) + "-" + index)
                .withContainers(told(pod.getSpec().getContainers()))
                .withInitContainers(told(pod.getSpec().getInitContainers()))
                .endSpec();
        if (JobTerms.backoffLimitPerIndex(job).isPresent()) {
            boolean ignored =
                    before.filter(failed -> FailurePolicy.ignores(job, failed)).isPresent();
            int failures = before.map(failed -> JobPods.failures(failed) + (ignored ? 0 : 1))
                    .orElse(0);
            int passed = before.map(failed -> JobPods.ignoredFailures(failed) + (ignored ? 1 : 0))
                    .orElse(0);
            builder.editMetadata()
                    .addToAnnotations(JobPods.FAILURES, Integer.toString(failures))
                    .endMetadata();
            if (passed > 0) {
                builder.editMetadata()
                        .addToAnnotations(JobPods.IGNORED_FAILURES, Integer.toString(passed))
                        .endMetadata();
            }
        }
        return builder.build();
    }

    private static Pod tracked(Job job) {
        Pod pod = PodTemplates.pod(job.getSpec().getTemplate(), job);
        return JobPods.tracked(pod)
                ? pod
                : new PodBuilder(pod)
                        .editMetadata()
                        .addToFinalizers(JobPods.FINALIZER)
                        .endMetadata()
                        .build();
    }

    /// Containers are told their index, unless they have that variable anyway.
    private static List<Container> told(List<Container> containers) {
        return containers.stream()
                .map(container ->
                        container.getEnv().stream().anyMatch(variable -> INDEX_VARIABLE.equals(variable.getName()))
                                ? container
                                : new ContainerBuilder(container)
                                        .addNewEnv()
                                        .withName(INDEX_VARIABLE)
                                        .withNewValueFrom()
                                        .withNewFieldRef()
                                        .withFieldPath("metadata.labels['" + JobPods.INDEX + "']")
                                        .endFieldRef()
                                        .endValueFrom()
                                        .endEnv()
                                        .build())
                .toList();
    }

    private static String prefix(String name, String suffix) {
        return name.substring(0, Math.min(name.length(), LONGEST_PREFIX - suffix.length())) + suffix;
    }
}
