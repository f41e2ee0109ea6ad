package dev.setpoint.controllers.nodelifecycle;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Taint;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The nodes of one zone, and how fast pods may be driven off them.
record Zone(List<NodeLifecyclePlan.Seen> nodes) {
    private static final Duration NORMAL = Duration.ofSeconds(10);
    private static final Duration REDUCED = Duration.ofSeconds(100);
    private static final int LARGE = 50;
    private static final double UNHEALTHY = 0.55;

    enum State {
        NORMAL,
        /// So many nodes are in trouble that the trouble may not be theirs.
        PARTIAL_DISRUPTION,
        FULL_DISRUPTION
    }

    static String nameOf(Node node) {
        return Metadata.labels(node).getOrDefault("topology.kubernetes.io/region", "")
                + "\n"
                + Metadata.labels(node).getOrDefault("topology.kubernetes.io/zone", "");
    }

    State state() {
        long troubled = nodes.stream().filter(Zone::troubled).count();
        if (troubled > 0 && troubled == nodes.size()) {
            return State.FULL_DISRUPTION;
        }
        return troubled > 2 && (double) troubled / nodes.size() >= UNHEALTHY ? State.PARTIAL_DISRUPTION : State.NORMAL;
    }

    /// The next node to drive pods off, if it is time for one: the one that has been in trouble the longest.
    Optional<Node> next(Instant now) {
        Optional<Duration> interval = switch (state()) {
            case NORMAL, FULL_DISRUPTION -> Optional.of(NORMAL);
            case PARTIAL_DISRUPTION -> nodes.size() > LARGE ? Optional.of(REDUCED) : Optional.empty();
        };
        Optional<Instant> last = nodes.stream()
                .flatMap(seen -> NodeTaints.of(seen.node()).stream())
                .filter(Zone::drives)
                .flatMap(taint -> Timestamps.parse(taint.getTimeAdded() == null ? "" : taint.getTimeAdded()).stream())
                .max(Comparator.naturalOrder());
        boolean due = interval.isPresent()
                && last.map(time -> !time.plus(interval.get()).isAfter(now)).orElse(true);
        Predicate<NodeLifecyclePlan.Seen> untouched =
                seen -> NodeTaints.of(seen.node()).stream().noneMatch(Zone::drives);
        return due
                ? nodes.stream()
                        .filter(seen -> troubled(seen) && untouched.test(seen))
                        .map(NodeLifecyclePlan.Seen::node)
                        .min(Comparator.comparing(Zone::since).thenComparing(Metadata::name))
                : Optional.empty();
    }

    private static boolean troubled(NodeLifecyclePlan.Seen seen) {
        return NodeTaints.trouble(seen.conditions()).isPresent();
    }

    private static boolean drives(Taint taint) {
        return NodeTaints.same(taint, NodeTaints.NOT_READY, "NoExecute")
                || NodeTaints.same(taint, NodeTaints.UNREACHABLE, "NoExecute");
    }

    private static String since(Node node) {
        return NodeConditions.of(node).stream()
                .filter(condition -> "Ready".equals(condition.getType()))
                .map(condition -> String.valueOf(condition.getLastTransitionTime()))
                .findFirst()
                .orElse("");
    }
}
