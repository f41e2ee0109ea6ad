package dev.setpoint.controllers.daemonset;

import dev.setpoint.controllers.workload.Amount;
import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.Pods;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A [DaemonSetPlan] in the making: which daemons go, and which come.
final class Daemons {
    /// The one that counts as the daemon of a node: assigned before waiting, old before young.
    static final Comparator<Pod> ELDEST = Comparator.comparing(
                    (Pod pod) -> Pods.nodeName(pod).isEmpty())
            .thenComparing(Metadata::created)
            .thenComparing(Metadata::name);

    private final DaemonSet set;
    private final DaemonSetPlan.Observed observed;
    private final Instant now;
    private final Map<String, NodeFit> fits = new TreeMap<>();
    private final NavigableMap<String, List<Pod>> onNode;
    private final List<DaemonSetAction> told = new ArrayList<>();
    private final List<String> toCreate = new ArrayList<>();
    private final List<Pod> toDelete = new ArrayList<>();

    Daemons(DaemonSet set, DaemonSetPlan.Observed observed, List<Pod> pods, Instant now) {
        this.set = set;
        this.observed = observed;
        this.now = now;
        this.onNode = byNode(pods);
        for (Node node : observed.nodes()) {
            fits.put(Metadata.name(node), NodeFit.of(set, node));
        }
    }

    /// The daemons of each node, eldest first. One that has ended and is being deleted is nobody's concern.
    static NavigableMap<String, List<Pod>> byNode(List<Pod> pods) {
        NavigableMap<String, List<Pod>> byNode = new TreeMap<>();
        for (Pod pod : pods) {
            if (!(Pods.finished(pod) && Pods.deleting(pod))) {
                DaemonTemplates.node(pod)
                        .ifPresent(node -> byNode.computeIfAbsent(node, _ -> new ArrayList<>())
                                .add(pod));
            }
        }
        byNode.values().forEach(daemons -> daemons.sort(ELDEST));
        return byNode;
    }

    List<DaemonSetAction> actions() {
        List<DaemonSetAction> actions = new ArrayList<>(told);
        if (!toCreate.isEmpty()) {
            actions.add(new DaemonSetAction.CreatePods(toCreate.stream()
                    .map(node -> DaemonTemplates.pod(set, observed.hash(), node))
                    .toList()));
        }
        if (!toDelete.isEmpty()) {
            actions.add(new DaemonSetAction.DeletePods(List.copyOf(toDelete)));
        }
        return actions;
    }

    /// Whether every node has what it should, apart from the age of its template.
    boolean placed() {
        return toCreate.isEmpty() && toDelete.isEmpty();
    }

    /// Daemons come where they are missing and go where they are too many.
    void place() {
        for (Node node : observed.nodes()) {
            String name = Metadata.name(node);
            List<Pod> daemons = onNode.getOrDefault(name, List.of());
            NodeFit fit = fit(name);
            if (fit == NodeFit.NONE) {
                daemons.stream().filter(pod -> !Pods.deleting(pod)).forEach(toDelete::add);
            } else if (fit == NodeFit.RUN && daemons.isEmpty()) {
                toCreate.add(name);
            } else {
                keep(name, daemons);
            }
        }
        // Nobody would ever schedule these, and nobody else would delete them.
        onNode.forEach((node, daemons) -> {
            if (!fits.containsKey(node)) {
                daemons.stream().filter(pod -> Pods.nodeName(pod).isEmpty()).forEach(toDelete::add);
            }
        });
    }

    private NodeFit fit(String node) {
        return fits.getOrDefault(node, NodeFit.NONE);
    }

    private void keep(String node, List<Pod> daemons) {
        List<Pod> running = new ArrayList<>();
        for (Pod pod : daemons) {
            if (Pods.finished(pod)) {
                replaceEnded(node, pod);
            } else if (!Pods.deleting(pod)) {
                running.add(pod);
            }
        }
        if (surging()) {
            if (running.isEmpty() && fit(node) == NodeFit.RUN) {
                toCreate.add(node);
            } else {
                keepOneOfEach(running);
            }
        } else if (running.size() > 1) {
            toDelete.addAll(running.subList(1, running.size()));
        }
    }

    private void replaceEnded(String node, Pod pod) {
        if (!Pods.deleting(pod) && !observed.heldBack().containsKey(Metadata.uid(pod))) {
            told.add(new DaemonSetAction.TellEnd(pod, node));
            toDelete.add(pod);
        }
    }

    /// Two may stand side by side only while the new one is not available and the old one is still ready.
    private void keepOneOfEach(List<Pod> running) {
        List<Pod> kept = new ArrayList<>();
        for (boolean updated : new boolean[] {true, false}) {
            List<Pod> alike =
                    running.stream().filter(pod -> updated(pod) == updated).toList();
            alike.stream().skip(1).forEach(toDelete::add);
            alike.stream().limit(1).forEach(kept::add);
        }
        if (kept.size() == 2 && (!Pods.ready(kept.getLast()) || available(kept.getFirst()))) {
            toDelete.add(kept.getLast());
        }
    }

    /// Brings the present template to nodes that have a former one.
    void roll() {
        if (!"RollingUpdate".equals(set.getSpec().getUpdateStrategy().getType())) {
            return;
        }
        fits.forEach((node, fit) -> {
            if (fit == NodeFit.RUN) {
                onNode.putIfAbsent(node, List.of());
            }
        });
        int desired =
                (int) fits.values().stream().filter(fit -> fit == NodeFit.RUN).count();
        int surge = surge(desired);
        int unavailable = Amount.roundedUp(maxUnavailable(), desired);
        if (surge == 0) {
            replace(Math.max(1, unavailable));
        } else {
            surge(surge, desired);
        }
    }

    /// What is on a node: at most one of each, else empty.
    private Optional<Pair> pair(List<Pod> daemons) {
        List<Pod> living = daemons.stream().filter(pod -> !Pods.deleting(pod)).toList();
        List<Pod> updated = living.stream().filter(this::updated).toList();
        List<Pod> former = living.stream().filter(pod -> !updated(pod)).toList();
        return updated.size() > 1 || former.size() > 1
                ? Optional.empty()
                : Optional.of(new Pair(
                        updated.isEmpty() ? null : updated.getFirst(), former.isEmpty() ? null : former.getFirst()));
    }

    private record Pair(@Nullable Pod updated, @Nullable Pod former) {}

    /// Former daemons go, those that do no good first, as many as may be unavailable.
    private void replace(int allowed) {
        int unavailable = 0;
        List<Pod> candidates = new ArrayList<>();
        for (List<Pod> daemons : onNode.values()) {
            Optional<Pair> pair = pair(daemons);
            Pod updated = pair.map(Pair::updated).orElse(null);
            Pod former = pair.map(Pair::former).orElse(null);
            if ((updated == null) == (former == null)) {
                unavailable++; // None, or more than one: placing sees to that first.
            } else if (updated != null) {
                unavailable += available(updated) ? 0 : 1;
            } else if (former != null && !available(former)) {
                unavailable++;
                toDelete.add(former);
            } else if (former != null) {
                candidates.add(former);
            }
        }
        candidates.stream().limit(Math.max(0, allowed - unavailable)).forEach(toDelete::add);
    }

    /// New daemons come beside former ones, which go when those are available.
    private void surge(int allowed, int desired) {
        int surging = 0;
        int available = 0;
        List<String> candidates = new ArrayList<>();
        List<Pod> misplaced = new ArrayList<>();
        for (Map.Entry<String, List<Pod>> entry : onNode.entrySet()) {
            Optional<Pair> pair = pair(entry.getValue());
            if (pair.isEmpty()) {
                surging++;
                continue;
            }
            Pod updated = pair.get().updated();
            Pod former = pair.get().former();
            Pod serving = former == null ? updated : former;
            available += serving != null && available(serving) ? 1 : 0;
            if (former == null) {
                continue;
            }
            boolean belongs = fit(entry.getKey()) == NodeFit.RUN;
            if (updated != null) {
                if (available(updated)) {
                    toDelete.add(former);
                } else {
                    surging++;
                }
            } else if (!available(former)) {
                if (belongs) {
                    toCreate.add(entry.getKey());
                } else {
                    toDelete.add(former);
                }
            } else if (belongs) {
                candidates.add(entry.getKey());
            } else {
                misplaced.add(former);
            }
        }
        misplaced.stream().limit(Math.max(0, available - desired)).forEach(toDelete::add);
        candidates.stream().limit(Math.max(0, allowed - surging)).forEach(toCreate::add);
    }

    private boolean surging() {
        return surge(1) > 0;
    }

    private int surge(int desired) {
        boolean rolling =
                "RollingUpdate".equals(set.getSpec().getUpdateStrategy().getType());
        return rolling && set.getSpec().getUpdateStrategy().getRollingUpdate() != null
                ? Amount.roundedUp(
                        set.getSpec().getUpdateStrategy().getRollingUpdate().getMaxSurge(), desired)
                : 0;
    }

    private @Nullable IntOrString maxUnavailable() {
        return set.getSpec().getUpdateStrategy().getRollingUpdate() == null
                ? null
                : set.getSpec().getUpdateStrategy().getRollingUpdate().getMaxUnavailable();
    }

    private boolean updated(Pod pod) {
        return DaemonTemplates.updated(set, observed.hash(), pod);
    }

    private boolean available(Pod pod) {
        return Pods.available(pod, Metadata.orZero(set.getSpec().getMinReadySeconds()), now);
    }
}
