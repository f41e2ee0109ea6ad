package dev.setpoint.scheduler.plugin;

import dev.setpoint.scheduler.cluster.ClusterState;
import dev.setpoint.scheduler.cluster.NodeInfo;
import dev.setpoint.scheduler.cluster.PendingPod;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/// Says how good each of the nodes is that a pod may go to, from 0 to [#MAX].
public interface Score {
    long MAX = 100;

    /// Looks at the pod and at all nodes in question once; empty when all of them are equally good to this score.
    Optional<Scoring> prepare(PendingPod pod, ClusterState cluster, List<NodeInfo> feasible);

    /// One pod against node after node.
    @FunctionalInterface
    interface Scoring {
        long score(NodeInfo node);

        /// Brings raw scores, in the order of the nodes, into the range. Nothing to do for most.
        default void normalize(List<NodeInfo> nodes, long[] scores) {}

        static Scoring normalized(ToLongFunction<NodeInfo> raw, Normalization normalization) {
            return new Scoring() {
                @Override
                public long score(NodeInfo node) {
                    return raw.applyAsLong(node);
                }

                @Override
                public void normalize(List<NodeInfo> nodes, long[] scores) {
                    normalization.apply(scores);
                }
            };
        }
    }
}
