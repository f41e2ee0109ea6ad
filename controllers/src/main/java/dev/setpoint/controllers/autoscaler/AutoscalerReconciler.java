package dev.setpoint.controllers.autoscaler;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.scale.Scale;
import dev.setpoint.controllers.scale.Scales;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import dev.setpoint.resources.ResourceTable;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.autoscaling.v2.CrossVersionObjectReference;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatus;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscalerStatusBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v2.MetricStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Measures, lets an [AutoscalerPlan] decide, writes the new size and then the status, every fifteen seconds.
final class AutoscalerReconciler implements Reconciler<ObjectKey> {
    private static final Duration PERIOD = Duration.ofSeconds(15);

    private final Env env;
    private final Informer<HorizontalPodAutoscaler> autoscalers;
    private final Informer<Pod> pods;
    private final TypedClient<HorizontalPodAutoscaler> client;
    private final Scales scales;
    private final Measures measures;
    private final EventRecorder events;
    /// By uid; only ever asked for one at a time.
    private final Map<String, ScalingHistory> histories = new ConcurrentHashMap<>();

    AutoscalerReconciler(Env env, Loops loops, ResourceTable resources) {
        this.env = env;
        this.autoscalers = loops.informer(AutoscalerController.TYPE);
        this.pods = loops.informer(Types.POD);
        this.client = AutoscalerController.TYPE.over(loops.client()).as(Authorship.NAME);
        this.scales = new Scales(loops, resources);
        this.measures = new ApiMeasures(loops.client(), scales);
        this.events = loops.events("horizontal-pod-autoscaler");
    }

    @Override
    public Outcome reconcile(ObjectKey key) {
        Optional<HorizontalPodAutoscaler> found = autoscalers.find(key);
        if (found.isEmpty()) {
            forget();
            return Outcome.DONE;
        }
        HorizontalPodAutoscaler autoscaler = found.get();
        Scale scale;
        try {
            scale = scale(autoscaler);
        } catch (ApiException e) {
            unable(autoscaler, "FailedGetScale", "get the target's current scale", e.getMessage());
            return Outcome.checkAgain(PERIOD);
        } catch (UnmeasurableException e) {
            unable(autoscaler, "FailedGetScale", "get the target's current scale", e.why());
            return Outcome.checkAgain(PERIOD);
        }
        decide(autoscaler, scale);
        return Outcome.checkAgain(PERIOD);
    }

    private Scale scale(HorizontalPodAutoscaler autoscaler) {
        CrossVersionObjectReference target = autoscaler.getSpec().getScaleTargetRef();
        String apiVersion = target.getApiVersion() == null ? "" : target.getApiVersion();
        GroupVersionResource resource = scales.resource(apiVersion, target.getKind())
                .orElseThrow(() -> new UnmeasurableException("unable to determine resource for scale target reference:"
                        + " no matches for kind \"" + target.getKind() + "\" in group \""
                        + apiVersion.replaceAll("/.*", "") + "\""));
        return scales.of(resource, autoscaler.getMetadata().getNamespace(), target.getName());
    }

    private void decide(HorizontalPodAutoscaler autoscaler, Scale scale) {
        Instant now = env.wallTime();
        ScalingHistory before = histories.getOrDefault(Metadata.uid(autoscaler), ScalingHistory.EMPTY);
        AutoscalerPlan plan =
                AutoscalerPlan.plan(autoscaler, scale.wanted(), () -> proposals(autoscaler, scale, now), before, now);
        plan.warnings().forEach(warning -> events.warning(autoscaler, warning.word(), warning.message()));
        if (plan.size().isPresent()) {
            int size = plan.size().get();
            try {
                scales.set(scale, size);
            } catch (ApiException e) {
                events.warning(
                        autoscaler,
                        "FailedRescale",
                        "New size: " + size + "; reason: " + plan.reason() + "; error: " + e.getMessage());
                unable(autoscaler, "FailedUpdateScale", "update the target scale", e.getMessage());
                return;
            }
            events.normal(autoscaler, "SuccessfulRescale", "New size: " + size + "; reason: " + plan.reason());
        }
        histories.put(Metadata.uid(autoscaler), plan.history());
        report(autoscaler, plan.status());
    }

    private List<Proposal> proposals(HorizontalPodAutoscaler autoscaler, Scale scale, Instant now) {
        if (scale.selector().isEmpty()) {
            return List.of(new Proposal.Invalid("InvalidSelector", "selector is required"));
        }
        List<String> rivals = rivals(autoscaler);
        if (rivals.size() > 1) {
            return List.of(new Proposal.Invalid(
                    "AmbiguousSelector",
                    "pods by selector " + scale.selector() + " are controlled by multiple HPAs: "
                            + String.join(" ", rivals)));
        }
        LabelSelector selector = LabelSelector.parse(scale.selector());
        String namespace = autoscaler.getMetadata().getNamespace();
        List<Pod> selected =
                pods.select(namespace, pod -> selector.matches(pod.header().labels()));
        Proposals asked = new Proposals(
                measures,
                namespace,
                scale,
                new ReplicaCount.Situation(scale.wanted(), selected, Tolerance.of(autoscaler), now));
        return autoscaler.getSpec().getMetrics().stream().map(asked::of).toList();
    }

    /// Every autoscaler of the same target, this one included.
    private List<String> rivals(HorizontalPodAutoscaler autoscaler) {
        CrossVersionObjectReference target = autoscaler.getSpec().getScaleTargetRef();
        return autoscalers.inNamespace(autoscaler.getMetadata().getNamespace()).stream()
                .filter(other -> other.getSpec().getScaleTargetRef().equals(target))
                .map(other -> ObjectKey.of(other).toString())
                .toList();
    }

    private void unable(HorizontalPodAutoscaler autoscaler, String reason, String what, String why) {
        if (reason.equals("FailedGetScale")) {
            events.warning(autoscaler, reason, why);
        }
        HorizontalPodAutoscalerStatus before =
                autoscaler.getStatus() == null ? new HorizontalPodAutoscalerStatus() : autoscaler.getStatus();
        AutoscalerConditions conditions = new AutoscalerConditions(before.getConditions(), env.wallTime());
        conditions.set("AbleToScale", false, reason, "the HPA controller was unable to " + what + ": " + why);
        report(
                autoscaler,
                new HorizontalPodAutoscalerStatusBuilder(before)
                        .withCurrentReplicas(Metadata.orZero(before.getCurrentReplicas()))
                        .withDesiredReplicas(Metadata.orZero(before.getDesiredReplicas()))
                        .withConditions(conditions.all())
                        .build());
    }

    private void report(HorizontalPodAutoscaler autoscaler, HorizontalPodAutoscalerStatus status) {
        HorizontalPodAutoscalerStatus before = autoscaler.getStatus();
        if (before == null || !complete(status).equals(complete(before))) {
            client.updateStatus(autoscaler.edit().withStatus(status).build());
        }
    }

    /// The server does not keep that there are no replicas and no metrics: they are absent when they are read back.
    private static HorizontalPodAutoscalerStatus complete(HorizontalPodAutoscalerStatus status) {
        List<MetricStatus> metrics = status.getCurrentMetrics();
        return new HorizontalPodAutoscalerStatusBuilder(status)
                .withCurrentReplicas(Metadata.orZero(status.getCurrentReplicas()))
                .withDesiredReplicas(Metadata.orZero(status.getDesiredReplicas()))
                .withCurrentMetrics(metrics == null ? List.of() : metrics)
                .build();
    }

    private void forget() {
        histories
                .keySet()
                .retainAll(autoscalers.objects().all().stream()
                        .map(Stored::header)
                        .map(header -> header.uid())
                        .toList());
    }
}
