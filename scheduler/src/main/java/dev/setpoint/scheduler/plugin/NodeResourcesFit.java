package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeFacts;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import dev.setpoint.scheduler.cluster.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/// Keeps pods off nodes that have not enough left of what they request.
public final class NodeResourcesFit implements Filter {
    @Override
    public Plugin plugin() {
        return Plugin.NODE_RESOURCES_FIT;
    }

    @Override
    public Optional<Check> prepare(PendingPod pod, ClusterState cluster) {
        Resources wanted = pod.pod().held();
        return Optional.of(node -> reject(wanted, node.facts(), node.requested(), node.podCount()));
    }

    private static @Nullable Rejection reject(Resources wanted, NodeFacts node, Resources taken, int pods) {
        Resources offered = node.allocatable();
        boolean fits = pods < node.allowedPods()
                && fits(wanted.milliCpu(), offered.milliCpu(), taken.milliCpu())
                && fits(wanted.memory(), offered.memory(), taken.memory())
                && fits(wanted.ephemeralStorage(), offered.ephemeralStorage(), taken.ephemeralStorage());
        if (fits && wanted.scalars().isEmpty()) {
            return null;
        }
        return new Shortage(wanted, offered, taken).explain(pods >= node.allowedPods());
    }

    /// A pod that wants nothing fits even where more is taken than offered.
    private static boolean fits(long wanted, long offered, long taken) {
        return wanted == 0 || wanted <= offered - taken;
    }

    /// Collects everything that is short, not only the first.
    private static final class Shortage {
        private final Resources wanted;
        private final Resources offered;
        private final Resources taken;
        private final List<String> reasons = new ArrayList<>(1);
        private boolean resolvable = true;

        Shortage(Resources wanted, Resources offered, Resources taken) {
            this.wanted = wanted;
            this.offered = offered;
            this.taken = taken;
        }

        @Nullable
        Rejection explain(boolean tooManyPods) {
            if (tooManyPods) {
                reasons.add("Too many pods");
            }
            check("cpu", wanted.milliCpu(), offered.milliCpu(), taken.milliCpu());
            check("memory", wanted.memory(), offered.memory(), taken.memory());
            check("ephemeral-storage", wanted.ephemeralStorage(), offered.ephemeralStorage(), taken.ephemeralStorage());
            for (Map.Entry<String, Long> scalar : wanted.scalars().entrySet()) {
                String name = scalar.getKey();
                check(name, scalar.getValue(), offered.scalar(name), taken.scalar(name));
            }
            return reasons.isEmpty() ? null : new Rejection(Plugin.NODE_RESOURCES_FIT, reasons, resolvable);
        }

        private void check(String name, long want, long offer, long take) {
            if (!fits(want, offer, take)) {
                reasons.add("Insufficient " + name);
                resolvable &= want <= offer; // An empty node would not do either: nobody's leaving helps.
            }
        }
    }

    @Override
    public boolean mayHelp(PendingPod pod, ClusterChange change) {
        Resources wanted = pod.pod().held();
        return switch (change) {
            case ClusterChange.NodeAdded(var node) -> reject(wanted, node, Resources.NONE, 0) == null;
            case ClusterChange.NodeUpdated(var before, var after) ->
                reject(wanted, after, Resources.NONE, 0) == null
                        && (after.allowedPods() > before.allowedPods()
                                || anyMore(wanted, before.allocatable(), after.allocatable()));
            case ClusterChange.PodRemoved _ -> true;
            case ClusterChange.PodUpdated(var before, var after, var _) -> anyMore(wanted, after.held(), before.held());
            case ClusterChange.NodeRemoved _,
                    ClusterChange.PodPlaced _,
                    ClusterChange.NamespaceChanged _,
                    ClusterChange.StorageChanged _ -> false;
        };
    }

    /// Whether there is more of anything that the pod wants.
    private static boolean anyMore(Resources wanted, Resources less, Resources more) {
        return (wanted.milliCpu() > 0 && more.milliCpu() > less.milliCpu())
                || (wanted.memory() > 0 && more.memory() > less.memory())
                || (wanted.ephemeralStorage() > 0 && more.ephemeralStorage() > less.ephemeralStorage())
                || wanted.scalars().keySet().stream().anyMatch(name -> more.scalar(name) > less.scalar(name));
    }

    /// Prefers nodes on which more is left: the mean over CPU and memory of the free share, in percent.
    public static final class LeastAllocated implements Score {
        @Override
        public Optional<Scoring> prepare(PendingPod pod, ClusterState cluster, List<NodeInfo> feasible) {
            return Optional.of(
                    mean(pod.pod().scoring(), (requested, offered) -> (offered - requested) * MAX / offered));
        }
    }

    /// Prefers nodes on which less is left, so that whole nodes stay free: the mean of the used share, in percent.
    public static final class MostAllocated implements Score {
        @Override
        public Optional<Scoring> prepare(PendingPod pod, ClusterState cluster, List<NodeInfo> feasible) {
            return Optional.of(mean(pod.pod().scoring(), (requested, offered) -> requested * MAX / offered));
        }
    }

    /// The mean over CPU and memory, with the pod on the node; where it asks for more than there is, nothing.
    private static Score.Scoring mean(Resources wanted, LongBinaryOperator share) {
        return node -> {
            Resources offered = node.facts().allocatable();
            Resources taken = node.scoring();
            long sum = 0;
            int weights = 0;
            if (offered.milliCpu() > 0) {
                sum += within(taken.milliCpu() + wanted.milliCpu(), offered.milliCpu(), share);
                weights++;
            }
            if (offered.memory() > 0) {
                sum += within(taken.memory() + wanted.memory(), offered.memory(), share);
                weights++;
            }
            return weights == 0 ? 0 : sum / weights;
        };
    }

    private static long within(long requested, long offered, LongBinaryOperator share) {
        return requested > offered ? 0 : share.applyAsLong(requested, offered);
    }

    /// Prefers nodes on which CPU and memory come to be used in equal shares by adding the pod.
    public static final class BalancedAllocation implements Score {
        /// Pods that request neither would all go to the node that is balanced best, so they are not scored.
        @Override
        public Optional<Scoring> prepare(PendingPod pod, ClusterState cluster, List<NodeInfo> feasible) {
            Resources wanted = pod.pod().held();
            if (wanted.milliCpu() == 0 && wanted.memory() == 0) {
                return Optional.empty();
            }
            return Optional.of(node -> {
                Resources offered = node.facts().allocatable();
                Resources taken = node.requested();
                long with = balance(taken.milliCpu() + wanted.milliCpu(), taken.memory() + wanted.memory(), offered);
                long without = balance(taken.milliCpu(), taken.memory(), offered);
                return MAX / 2 + (MAX / 2 + with - without) / 2;
            });
        }

        private static long balance(long milliCpu, long memory, Resources offered) {
            if (offered.milliCpu() == 0 || offered.memory() == 0) {
                return MAX; // One resource alone is always in balance.
            }
            double cpuShare = Math.min(1, (double) milliCpu / offered.milliCpu());
            double memoryShare = Math.min(1, (double) memory / offered.memory());
            return (long) ((1 - Math.abs((cpuShare - memoryShare) / 2)) * MAX);
        }
    }
}
