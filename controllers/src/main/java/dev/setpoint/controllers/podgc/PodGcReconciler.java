package dev.setpoint.controllers.podgc;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.WholeKind;
import dev.setpoint.controllers.workload.Disruptions;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Executes a [PodGcPlan] over all pods, at most every twenty seconds.
///
/// A node that is missing may only be new, and known to the caches of others before it is to these: its
/// pods are left for a while, and then the server is asked. Since when it is missing is all that is
/// remembered between passes.
final class PodGcReconciler implements Reconciler<WholeKind> {
    private static final Duration PERIOD = Duration.ofSeconds(20);
    private static final Duration QUARANTINE = Duration.ofSeconds(40);

    private final Env env;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final TypedClient<Node> nodeClient;
    private final Disruptions disruptions;
    private final Map<String, Long> missing = new LinkedHashMap<>();
    private Optional<Long> lastPass = Optional.empty();

    PodGcReconciler(Env env, Loops loops) {
        this.env = env;
        this.pods = loops.informer(Types.POD);
        this.nodes = loops.informer(Types.NODE);
        this.nodeClient = Types.NODE.over(loops.client());
        this.disruptions = new Disruptions(env, loops);
    }

    @Override
    public Outcome reconcile(WholeKind key) {
        long now = env.monotonicNanos();
        Duration early = lastPass.map(last -> PERIOD.minusNanos(now - last)).orElse(Duration.ZERO);
        if (early.isPositive()) {
            return Outcome.checkAgain(early);
        }
        lastPass = Optional.of(now);
        Map<String, Node> present = new LinkedHashMap<>();
        nodes.all().forEach(node -> present.put(Metadata.name(node), node));
        List<Pod> concerned = pods.select("", pod -> concerns(pod, present.keySet()));
        PodGcPlan.plan(concerned, present, lost(concerned, present.keySet(), now), PodGcPlan.MOST_TERMINATED)
                .forEach(this::execute);
        return missing.isEmpty() ? Outcome.DONE : Outcome.checkAgain(PERIOD);
    }

    /// Key and header are enough to leave nearly all pods aside.
    static boolean concerns(Stored pod, Set<String> nodes) {
        String node = pod.header().fields().getOrDefault("spec.nodeName", "");
        String phase = pod.header().fields().getOrDefault("status.phase", "");
        return pod.header().deleting()
                || phase.equals("Succeeded")
                || phase.equals("Failed")
                || (!node.isEmpty() && !nodes.contains(node));
    }

    private Set<String> lost(List<Pod> concerned, Set<String> present, long now) {
        Set<String> absent = new LinkedHashSet<>();
        concerned.forEach(pod -> {
            String node = Pods.nodeName(pod);
            if (!node.isEmpty() && !present.contains(node)) {
                absent.add(node);
            }
        });
        missing.keySet().retainAll(absent);
        absent.forEach(node -> missing.putIfAbsent(node, now));
        Set<String> lost = new LinkedHashSet<>();
        missing.forEach((node, since) -> {
            boolean over = now - since >= QUARANTINE.toNanos();
            if (over && nodeClient.find(ObjectKey.cluster(node)).isEmpty()) {
                lost.add(node);
            }
        });
        return lost;
    }

    private void execute(PodGcPlan.Action action) {
        switch (action) {
            case PodGcPlan.Action.BuryOrphan(var pod) ->
                disruptions.bury(pod, "DeletionByPodGC", "PodGC: node no longer exists");
            case PodGcPlan.Action.ForceUnscheduled(var pod) -> disruptions.force(pod);
            case PodGcPlan.Action.BuryOutOfService(var pod) ->
                disruptions.bury(pod, "DeletionByPodGC", "PodGC: node is out of service");
            case PodGcPlan.Action.ForceTerminated(var pod) -> disruptions.force(pod);
        }
    }
}
