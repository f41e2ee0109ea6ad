package dev.setpoint.agent.pod;

import dev.setpoint.agent.node.SimulatedNode;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.reconcile.cache.Index;
import dev.setpoint.reconcile.cache.ObjectCache;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gives pods addresses of their node's range.
///
/// Who holds which is read from the statuses of the node's pods when the first of them asks, and from then on known
/// here, because nobody else gives any: to lose it in a crash is to read it again. An address that was given and never
/// written was not given.
final class PodAddresses {
    private final ObjectCache pods;
    private final Map<String, Range> ranges = new HashMap<>(); // Only ever asked for a node by its name.

    private record Holder(ObjectKey key, String uid) {}

    PodAddresses(ObjectCache pods) {
        this.pods = pods;
    }

    /// The address that the pod has been given, or one that no other pod of the node has; empty when all are taken.
    ///
    /// Goes round, so that an address that became free rests for a while before another pod gets it.
    synchronized Optional<String> give(ObjectKey key, String uid, SimulatedNode node) {
        return ranges.computeIfAbsent(node.name(), _ -> new Range(node)).give(new Holder(key, uid));
    }

    /// The addresses of one node.
    private final class Range {
        private final SimulatedNode node;
        private final @Nullable Holder[] holders = new Holder[SimulatedNode.ADDRESSES];
        private final Map<Holder, Integer> numbers = new HashMap<>(); // Of those above, by holder.
        private int last;

        Range(SimulatedNode node) {
            this.node = node;
            Map<String, Holder> shown = new HashMap<>();
            for (Stored pod : pods.indexed(Index.NODE, node.name())) {
                shown.put(
                        pod.header().fields().getOrDefault("status.podIP", ""),
                        new Holder(ObjectKey.of(pod.key()), pod.header().uid()));
            }
            for (int number = 0; number < holders.length; number++) {
                Holder holder = shown.get(node.podAddress(number));
                if (holder != null) {
                    hold(number, holder);
                }
            }
        }

        Optional<String> give(Holder holder) {
            Integer given = numbers.get(holder);
            if (given != null) {
                return Optional.of(node.podAddress(given));
            }
            for (int i = 0; i < holders.length; i++) {
                int number = (last + i) % holders.length;
                if (isFree(number)) {
                    last = number + 1;
                    hold(number, holder);
                    return Optional.of(node.podAddress(number));
                }
            }
            return Optional.empty();
        }

        private boolean isFree(int number) {
            Holder holder = holders[number];
            return holder == null || isGone(holder);
        }

        private boolean isGone(Holder holder) {
            return pods.find(holder.key)
                    .filter(pod -> pod.header().uid().equals(holder.uid))
                    .isEmpty();
        }

        private void hold(int number, Holder holder) {
            Holder before = holders[number];
            if (before != null) {
                numbers.remove(before);
            }
            holders[number] = holder;
            numbers.put(holder, number);
        }
    }
}
