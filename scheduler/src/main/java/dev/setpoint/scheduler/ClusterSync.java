package dev.setpoint.scheduler;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.ClusterState.Placed;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.plugin.ClusterChange;
import dev.setpoint.scheduler.queue.SchedulingQueue;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Brings cluster and queue in line with what the caches show of one object, whatever happened to it before.
///
/// A pod is decoded once when it waits and once when it is met on a node; what changes later is in its header.
final class ClusterSync {
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final Informer<Namespace> namespaces;
    private final Predicate<String> ours;
    private final ClusterState cluster;
    private final SchedulingQueue queue;
    private final Consumer<ClusterChange> changed;

    /// @param ours whether pods that ask for a scheduler of this name are to be placed here
    ClusterSync(
            Informer<Pod> pods,
            Informer<Node> nodes,
            Informer<Namespace> namespaces,
            Predicate<String> ours,
            ClusterState cluster,
            SchedulingQueue queue,
            Consumer<ClusterChange> changed) {
        this.pods = pods;
        this.nodes = nodes;
        this.namespaces = namespaces;
        this.ours = ours;
        this.cluster = cluster;
        this.queue = queue;
        this.changed = changed;
    }

    void node(ObjectKey key) {
        Optional<NodeFacts> facts = nodes.find(key).map(NodeFacts::read);
        if (facts.isEmpty()) {
            cluster.removeNode(key.name()).map(ClusterChange.NodeRemoved::new).ifPresent(changed);
            return;
        }
        Optional<NodeFacts> before = cluster.put(facts.get());
        if (before.isEmpty()) {
            changed.accept(new ClusterChange.NodeAdded(facts.get()));
        } else if (!before.get().equals(facts.get())) {
            changed.accept(new ClusterChange.NodeUpdated(before.get(), facts.get()));
        }
    }

    void namespace(ObjectKey key) {
        Optional<Stored> found = namespaces.objects().find(key);
        if (found.isEmpty()) {
            cluster.removeNamespace(key.name());
        } else if (cluster.putNamespace(key.name(), found.get().header().labels())) {
            changed.accept(new ClusterChange.NamespaceChanged(key.name()));
        }
    }

    void pod(ObjectKey key, long now) {
        Optional<Stored> found = pods.objects().find(key);
        if (found.isEmpty() || hasFinished(found.get().header())) {
            forget(key);
            leaves(key);
            return;
        }
        Header header = found.get().header();
        String nodeName = header.fields().getOrDefault("spec.nodeName", "");
        if (nodeName.isEmpty()) {
            waits(found.get(), now);
        } else {
            queue.remove(key);
            cluster.nominations().remove(key);
            liesOn(found.get(), nodeName);
        }
    }

    /// It waits no more. Room that was kept for it is free.
    private void forget(ObjectKey key) {
        Optional<PendingPod> waiting = queue.find(key);
        queue.remove(key);
        Optional<NodeInfo> kept = cluster.nominations().remove(key).flatMap(cluster::node);
        if (waiting.isPresent() && kept.isPresent()) {
            changed.accept(new ClusterChange.PodRemoved(waiting.get().pod(), kept.get()));
        }
    }

    /// A pod that has run to its end holds nothing of its node.
    private static boolean hasFinished(Header header) {
        String phase = header.fields().getOrDefault("status.phase", "");
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    private void leaves(ObjectKey key) {
        cluster.remove(key)
                .map(placed -> new ClusterChange.PodRemoved(placed.pod(), placed.node()))
                .ifPresent(changed);
    }

    private void liesOn(Stored stored, String nodeName) {
        Optional<Placed> known = cluster.placed(ObjectKey.of(stored.key()));
        PodInfo pod = known.map(Placed::pod)
                .filter(info -> holdsTheSame(info, stored.header()))
                .map(info -> info.with(stored.header().labels(), stored.header().deleting()))
                .orElseGet(() -> PodInfo.read(pods.typed().decode(stored)));
        Optional<Placed> before = cluster.observe(pod, nodeName);
        if (before.isEmpty()) {
            changed.accept(new ClusterChange.PodPlaced(pod));
        } else if (!before.get().pod().equals(pod)) {
            changed.accept(new ClusterChange.PodUpdated(
                    before.get().pod(), pod, before.get().node()));
        }
    }

    /// A deletion counts as a change of the specification, but what a pod holds it holds until it is gone.
    private static boolean holdsTheSame(PodInfo known, Header header) {
        boolean leaving = header.deleting() && known.uid().equals(header.uid());
        return leaving || (isCurrent(known, header) && !known.resizing());
    }

    private static boolean isCurrent(PodInfo known, Header header) {
        return known.uid().equals(header.uid()) && known.generation() == header.generation();
    }

    private void waits(Stored stored, long now) {
        ObjectKey key = ObjectKey.of(stored.key());
        Header header = stored.header();
        Optional<Placed> placed = cluster.placed(key);
        if (placed.isPresent() && placed.get().pod().uid().equals(header.uid())) {
            return; // Just given a node: the cache is a moment behind.
        }
        leaves(key); // Another pod that had this name.
        if (header.deleting()) {
            forget(key);
            return;
        }
        String scheduler = header.fields().get("spec.schedulerName");
        if (scheduler != null && !ours.test(scheduler)) {
            return; // Nothing of it needs to be read.
        }
        boolean known = queue.find(key)
                .map(PendingPod::pod)
                .filter(pod -> isCurrent(pod, header) && pod.labels().equals(header.labels()))
                .isPresent();
        if (!known) {
            Pod pod = pods.typed().decode(stored);
            if (ours.test(pod.getSpec().getSchedulerName())) {
                admit(PendingPod.read(pod), now);
            }
        }
    }

    /// Room that an earlier life of the scheduler kept for it is kept on.
    private void admit(PendingPod pod, long now) {
        queue.put(pod, now);
        ObjectKey key = pod.pod().key();
        String node = cluster.nominations().of(key).orElse(pod.nominated());
        if (!node.isEmpty()) {
            cluster.nominations().put(pod.pod(), node);
        }
    }
}
