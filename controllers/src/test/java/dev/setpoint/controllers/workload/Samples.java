package dev.setpoint.controllers.workload;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.CronJobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Objects for tests, complete enough to be planned for.
public final class Samples {
    public static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    public static final String NAMESPACE = "test";

    private Samples() {}

    public static LabelSelector selector(String app) {
        return new LabelSelectorBuilder().addToMatchLabels("app", app).build();
    }

    public static PodTemplateSpec template(String app, String image) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .addToLabels("app", app)
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage(image)
                .endContainer()
                .endSpec()
                .build();
    }

    public static ReplicaSet replicaSet(String name, int replicas) {
        return new ReplicaSetBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withUid("uid-" + name)
                .withGeneration(1L)
                .withCreationTimestamp(Timestamps.seconds(NOW.minusSeconds(3600)))
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withSelector(selector(name))
                .withTemplate(template(name, "image:1"))
                .endSpec()
                .build();
    }

    public static Deployment deployment(String name, int replicas) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withUid("uid-" + name)
                .withGeneration(1L)
                .withCreationTimestamp(Timestamps.seconds(NOW.minusSeconds(3600)))
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withSelector(selector(name))
                .withTemplate(template(name, "image:1"))
                .withProgressDeadlineSeconds(600)
                .withRevisionHistoryLimit(10)
                .withNewStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxSurge(new IntOrString("25%"))
                .withMaxUnavailable(new IntOrString("25%"))
                .endRollingUpdate()
                .endStrategy()
                .endSpec()
                .build();
    }

    public static StatefulSet statefulSet(String name, int replicas) {
        return new StatefulSetBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withUid("uid-" + name)
                .withGeneration(1L)
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .withServiceName(name)
                .withSelector(selector(name))
                .withTemplate(template(name, "image:1"))
                .withPodManagementPolicy("OrderedReady")
                .withRevisionHistoryLimit(10)
                .withNewUpdateStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withPartition(0)
                .endRollingUpdate()
                .endUpdateStrategy()
                .endSpec()
                .build();
    }

    public static DaemonSet daemonSet(String name) {
        return new DaemonSetBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withUid("uid-" + name)
                .withGeneration(1L)
                .endMetadata()
                .withNewSpec()
                .withSelector(selector(name))
                .withTemplate(template(name, "image:1"))
                .withRevisionHistoryLimit(10)
                .withNewUpdateStrategy()
                .withType("RollingUpdate")
                .withNewRollingUpdate()
                .withMaxUnavailable(new IntOrString(1))
                .withMaxSurge(new IntOrString(0))
                .endRollingUpdate()
                .endUpdateStrategy()
                .endSpec()
                .build();
    }

    public static Node node(String name, Map<String, String> labels) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(labels)
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .build();
    }

    public static CronJob cronJob(String name, String schedule) {
        return new CronJobBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withUid("uid-" + name)
                .withCreationTimestamp(Timestamps.seconds(NOW))
                .endMetadata()
                .withNewSpec()
                .withSchedule(schedule)
                .withConcurrencyPolicy("Allow")
                .withSuccessfulJobsHistoryLimit(3)
                .withFailedJobsHistoryLimit(1)
                .withNewJobTemplate()
                .withNewMetadata()
                .addToLabels("app", name)
                .endMetadata()
                .withNewSpecLike(job(name, 1, 1).getSpec())
                .withManualSelector(null)
                .withSelector(null)
                .endSpec()
                .endJobTemplate()
                .endSpec()
                .build();
    }

    /// @param completions null for a job that one success completes
    public static Job job(String name, int parallelism, @Nullable Integer completions) {
        return new JobBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withUid("uid-" + name)
                .withGeneration(1L)
                .withCreationTimestamp(Timestamps.seconds(NOW.minusSeconds(3600)))
                .endMetadata()
                .withNewSpec()
                .withParallelism(parallelism)
                .withCompletions(completions)
                .withCompletionMode("NonIndexed")
                .withBackoffLimit(6)
                .withPodReplacementPolicy("TerminatingOrFailed")
                .withSuspend(false)
                .withManualSelector(true)
                .withSelector(selector(name))
                .withNewTemplateLike(template(name, "image:1"))
                .editSpec()
                .withRestartPolicy("Never")
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }

    /// Pending, without a node and without an owner.
    public static Pod pod(String name, Map<String, String> labels) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(NAMESPACE)
                .withUid("uid-" + name)
                .withLabels(labels)
                .withCreationTimestamp(Timestamps.seconds(NOW.minusSeconds(600)))
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("main")
                .withImage("image:1")
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Pending")
                .endStatus()
                .build();
    }

    public static Pod podOf(ReplicaSet set, String name) {
        return new PodBuilder(
                        pod(name, set.getSpec().getTemplate().getMetadata().getLabels()))
                .editMetadata()
                .withOwnerReferences(ControllerReferences.reference(set))
                .endMetadata()
                .build();
    }

    public static Pod running(Pod pod, String node) {
        return new PodBuilder(pod)
                .editSpec()
                .withNodeName(node)
                .endSpec()
                .editStatus()
                .withPhase("Running")
                .endStatus()
                .build();
    }

    public static Pod ready(Pod pod, String node, Instant since) {
        return new PodBuilder(running(pod, node))
                .editStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .withLastTransitionTime(Timestamps.seconds(since))
                .endCondition()
                .endStatus()
                .build();
    }

    public static Pod deleting(Pod pod) {
        return new PodBuilder(pod)
                .editMetadata()
                .withDeletionTimestamp(Timestamps.seconds(NOW))
                .endMetadata()
                .build();
    }
}
