package dev.setpoint.controllers.nodelifecycle;

import dev.setpoint.base.Env;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.WholeKind;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import dev.setpoint.reconcile.Reconciler;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.reconcile.event.EventRecorder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Looks at all nodes every five seconds and writes what a [NodeLifecyclePlan] says.
///
/// A node's sign of life is that its Lease or its heartbeat changes, not what time they show: clocks
/// differ. So when each last changed is remembered. Whoever forgets it gives every node its time once more,
/// which does no harm.
final class NodeLifecycleReconciler implements Reconciler<WholeKind> {
    static final Duration PERIOD = Duration.ofSeconds(5);
    private static final String LEASES = "kube-node-lease";

    private final Env env;
    private final Informer<Node> nodes;
    private final Informer<Lease> leases;
    private final Informer<Pod> pods;
    private final TypedClient<Node> nodeClient;
    private final TypedClient<Pod> podClient;
    private final EventRecorder events;
    private final Map<String, Sign> signs = new LinkedHashMap<>();

    private record Sign(String of, long nanos) {}

    NodeLifecycleReconciler(Env env, Loops loops) {
        this.env = env;
        this.nodes = loops.informer(Types.NODE);
        this.leases = loops.informer(Types.LEASE);
        this.pods = loops.informer(Types.POD);
        this.nodeClient = Types.NODE.over(loops.client()).as(Authorship.NAME);
        this.podClient = Types.POD.over(loops.client()).as(Authorship.NAME);
        this.events = loops.events("node-controller");
    }

    @Override
    public Outcome reconcile(WholeKind key) {
        List<NodeLifecyclePlan.Observed> observed = new ArrayList<>();
        for (Node node : nodes.all()) {
            observed.add(new NodeLifecyclePlan.Observed(node, silence(node)));
        }
        signs.keySet()
                .retainAll(observed.stream()
                        .map(each -> Metadata.name(each.node()))
                        .collect(Collectors.toSet()));
        List<NodeLifecyclePlan.Wanted> plan = NodeLifecyclePlan.plan(observed, env.wallTime());
        // First what is known of all nodes, then what follows from it: how a zone fares is not to be forgotten.
        Map<String, Node> told = new LinkedHashMap<>();
        plan.forEach(wanted -> tolerant(() -> told.put(Metadata.name(wanted.node()), tell(wanted))));
        plan.forEach(wanted -> tolerant(() -> act(wanted, told)));
        return observed.isEmpty() ? Outcome.DONE : Outcome.checkAgain(PERIOD);
    }

    private Duration silence(Node node) {
        long renewed = leases.objects()
                .find(new ObjectKey(LEASES, Metadata.name(node)))
                .map(Stored::revision)
                .orElse(0L);
        String sign = renewed + " " + NodeConditions.heartbeat(node);
        long now = env.monotonicNanos();
        Sign last = signs.get(Metadata.name(node));
        if (last == null || !last.of.equals(sign)) {
            signs.put(Metadata.name(node), new Sign(sign, now));
            return Duration.ZERO;
        }
        return Duration.ofNanos(now - last.nanos);
    }

    /// The node as it is after its conditions were written.
    private Node tell(NodeLifecyclePlan.Wanted wanted) {
        Node node = wanted.node();
        if (!wanted.saysConditions()) {
            return node;
        }
        if (wanted.fails()) {
            events.normal(node, "NodeNotReady", "Node " + Metadata.name(node) + " status is now: NodeNotReady");
        }
        return nodeClient.updateStatus(node.edit()
                .editOrNewStatus()
                .withConditions(wanted.conditions())
                .endStatus()
                .build());
    }

    private void act(NodeLifecyclePlan.Wanted wanted, Map<String, Node> told) {
        Node node = told.get(Metadata.name(wanted.node()));
        if (node != null && wanted.saysTaints()) {
            nodeClient.update(node.edit()
                    .editOrNewSpec()
                    .withTaints(wanted.taints())
                    .endSpec()
                    .build());
        }
        if (!wanted.ready()) {
            markPods(wanted.node());
        }
    }

    /// Nobody knows whether these pods still serve.
    private void markPods(Node node) {
        for (Pod pod : pods.onNode(Metadata.name(node))) {
            if (Pods.ready(pod) && !Pods.finished(pod)) {
                tolerant(() -> podClient.updateStatus(pod.edit()
                        .editStatus()
                        .withConditions(pod.getStatus().getConditions().stream()
                                .map(this::notReady)
                                .toList())
                        .endStatus()
                        .build()));
                events.warning(pod, "NodeNotReady", "Node is not ready");
            }
        }
    }

    private PodCondition notReady(PodCondition condition) {
        return "Ready".equals(condition.getType())
                ? new PodConditionBuilder(condition)
                        .withStatus("False")
                        .withLastTransitionTime(Timestamps.seconds(env.wallTime()))
                        .build()
                : condition;
    }

    /// What has changed or gone meanwhile is looked at again in the next pass.
    private static void tolerant(Runnable write) {
        try {
            write.run();
        } catch (ApiException e) {
            if (!e.error().notFound() && !e.error().conflict()) {
                throw e;
            }
        }
    }
}
