package dev.setpoint.scheduler.cluster;

import dev.setpoint.client.ObjectKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// All nodes and all pods that lie on them.
///
/// A pod that was just given a node counts there at once, *assumed* until the API shows it. What is assumed is only a
/// wait: after a restart the API tells the same.
public final class ClusterState {
    private final Map<String, NodeInfo> nodes = new LinkedHashMap<>();
    private final Map<ObjectKey, Placed> placed = new LinkedHashMap<>();
    private final PodClasses classes = new PodClasses();
    private final Map<String, Integer> nodesByImage = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> namespaces = new LinkedHashMap<>();
    private final Map<ObjectKey, Integer> claimUses = new LinkedHashMap<>();
    private final Nominations nominations = new Nominations();
    private @Nullable List<NodeInfo> ordered;

    /// Where a pod lies.
    public record Placed(PodInfo pod, NodeInfo node, boolean assumed) {}

    /// The nodes that exist, zone by zone in turn and by name within a zone. Stable until a node comes, goes or moves.
    public List<NodeInfo> nodes() {
        if (ordered == null) {
            ordered = List.copyOf(interleaved());
            for (int position = 0; position < ordered.size(); position++) {
                ordered.get(position).position(position);
            }
        }
        return ordered;
    }

    private List<NodeInfo> interleaved() {
        Map<String, List<NodeInfo>> zones = new TreeMap<>();
        for (NodeInfo node : new TreeMap<>(nodes).values()) {
            if (node.exists()) {
                zones.computeIfAbsent(node.facts().zone(), _ -> new ArrayList<>())
                        .add(node);
            }
        }
        List<NodeInfo> result = new ArrayList<>();
        for (int round = 0; !zones.isEmpty(); round++) {
            int index = round;
            zones.values().removeIf(zone -> zone.size() <= index);
            zones.values().forEach(zone -> result.add(zone.get(index)));
        }
        return result;
    }

    public Optional<NodeInfo> node(String name) {
        return Optional.ofNullable(nodes.get(name)).filter(NodeInfo::exists);
    }

    public Optional<Placed> placed(ObjectKey key) {
        return Optional.ofNullable(placed.get(key));
    }

    /// How many nodes have an image.
    public int nodesWithImage(String image) {
        return nodesByImage.getOrDefault(image, 0);
    }

    /// How many pods that are not going away the selector matches, by the position of their node.
    public int[] count(String namespace, PodSelector selector) {
        int[] counts = new int[nodes().size()];
        for (PodClass podClass : classes.matching(namespace, selector)) {
            if (!podClass.terminating()) {
                podClass.forEachNode((node, count) -> counts[node.position()] += count);
            }
        }
        return counts;
    }

    /// The classes of pods that a term means.
    public List<PodClass> matching(AffinityTerm term) {
        if (term.namespaceSelector().isEmpty()) {
            return term.namespaces().stream()
                    .flatMap(namespace -> classes.matching(namespace, term.selector()).stream())
                    .toList();
        }
        return classes.namespaces().stream()
                .filter(namespace -> term.covers(namespace, namespaceLabels(namespace)))
                .flatMap(namespace -> classes.matching(namespace, term.selector()).stream())
                .toList();
    }

    /// The classes of pods that want others near or apart.
    public Set<PodClass> withAffinity() {
        return classes.withAffinity();
    }

    public boolean matches(AffinityTerm term, String namespace, Map<String, String> labels) {
        return term.covers(namespace, namespaceLabels(namespace))
                && term.selector().matches(labels);
    }

    public Map<String, String> namespaceLabels(String namespace) {
        return namespaces.getOrDefault(namespace, Map.of());
    }

    /// @return whether that is news
    public boolean putNamespace(String name, Map<String, String> labels) {
        return !labels.equals(namespaces.put(name, labels));
    }

    public void removeNamespace(String name) {
        namespaces.remove(name);
    }

    /// How many pods that lie on nodes mount a claim.
    public int uses(ObjectKey claim) {
        return claimUses.getOrDefault(claim, 0);
    }

    public Nominations nominations() {
        return nominations;
    }

    /// The facts that were known before; empty for a new node.
    public Optional<NodeFacts> put(NodeFacts facts) {
        NodeInfo node = nodes.computeIfAbsent(facts.name(), NodeInfo::new);
        Optional<NodeFacts> before = node.exists() ? Optional.of(node.facts()) : Optional.empty();
        before.ifPresent(this::forgetImages);
        facts.images().keySet().forEach(image -> nodesByImage.merge(image, 1, Integer::sum));
        node.facts(facts);
        if (before.isEmpty() || !before.get().zone().equals(facts.zone())) {
            ordered = null;
        }
        return before;
    }

    /// The facts of the node that is gone; empty when there was none. Its pods stay on record until they go, too.
    public Optional<NodeFacts> removeNode(String name) {
        Optional<NodeInfo> node = node(name);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        NodeFacts facts = node.get().facts();
        forgetImages(facts);
        node.get().facts(null);
        ordered = null;
        removeIfForgotten(node.get());
        return Optional.of(facts);
    }

    private void forgetImages(NodeFacts facts) {
        for (String image : facts.images().keySet()) {
            nodesByImage.computeIfPresent(image, (_, count) -> count == 1 ? null : count - 1);
        }
    }

    /// Counts a pod on the node that was chosen for it, before the API knows.
    public void assume(PodInfo pod, String nodeName) {
        if (placed.containsKey(pod.key())) {
            throw new IllegalStateException("pod " + pod + " already has a node");
        }
        place(pod, nodeName, true);
    }

    /// Takes an assumption back. Nothing happens when the API has confirmed it meanwhile or the pod is gone.
    public Optional<Placed> forget(ObjectKey key) {
        Placed known = placed.get(key);
        return known != null && known.assumed() ? remove(key) : Optional.empty();
    }

    /// The API shows this pod on this node; the state before, when it was known.
    public Optional<Placed> observe(PodInfo pod, String nodeName) {
        Placed known = placed.get(pod.key());
        if (known != null && known.node().name().equals(nodeName) && known.pod().equals(pod)) {
            if (known.assumed()) {
                placed.put(pod.key(), new Placed(known.pod(), known.node(), false));
            }
            return Optional.of(known);
        }
        Optional<Placed> before = remove(pod.key());
        place(pod, nodeName, false);
        return before;
    }

    /// The pod is gone, or has finished and holds nothing any more.
    public Optional<Placed> remove(ObjectKey key) {
        Placed known = placed.remove(key);
        if (known == null) {
            return Optional.empty();
        }
        PodClass podClass = classes.of(known.pod());
        podClass.remove(known.node());
        classes.removeIfEmpty(podClass);
        known.node().remove(known.pod());
        known.pod()
                .claimKeys()
                .forEach(claim -> claimUses.computeIfPresent(claim, (_, uses) -> uses == 1 ? null : uses - 1));
        removeIfForgotten(known.node());
        return Optional.of(known);
    }

    /// Takes a pod off its node for a moment, to see what would be without it; [#restore] puts it back.
    public Placed lift(ObjectKey key) {
        return remove(key).orElseThrow(() -> new IllegalStateException("pod " + key + " has no node"));
    }

    public void restore(Placed lifted) {
        place(lifted.pod(), lifted.node().name(), lifted.assumed());
    }

    private void place(PodInfo pod, String nodeName, boolean assumed) {
        NodeInfo node = nodes.computeIfAbsent(nodeName, NodeInfo::new);
        PodClass podClass = classes.of(pod);
        PodInfo sharing = pod.sharing(podClass.identity()); // One map of labels for the whole class.
        podClass.add(node);
        node.add(sharing);
        pod.claimKeys().forEach(claim -> claimUses.merge(claim, 1, Integer::sum));
        placed.put(pod.key(), new Placed(sharing, node, assumed));
    }

    private void removeIfForgotten(NodeInfo node) {
        if (!node.exists() && node.podCount() == 0) {
            nodes.remove(node.name());
        }
    }
}
