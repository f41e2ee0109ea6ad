package dev.setpoint.scheduler;

import dev.setpoint.scheduler.cluster.PodInfo;
import dev.setpoint.scheduler.queue.QueuedPod;
import dev.setpoint.scheduler.volume.VolumeBindings;
import java.util.List;

/// What the scheduler's task decided about a pod and others are to write.
sealed interface Decision {
    QueuedPod pod();

    /// It goes to this node.
    record Bind(QueuedPod pod, String node) implements Decision {}

    /// It goes to this node when its claims have their volumes there.
    record Provide(QueuedPod pod, String node, VolumeBindings plan) implements Decision {}

    /// It has to wait; people are told why.
    record Explain(QueuedPod pod, String why, Nomination nomination) implements Decision {}

    /// It waits for others to leave a node for it.
    ///
    /// @param victims those that are to leave
    /// @param demoted less important pods that waited for the same node and wait no more
    record Evict(QueuedPod pod, String why, String node, List<PodInfo> victims, List<PodInfo> demoted)
            implements Decision {}

    /// What the API is to say of the node that is kept for a waiting pod.
    sealed interface Nomination {
        /// What it says already.
        record Unchanged() implements Nomination {}

        /// This one; none when the name is empty.
        record Node(String name) implements Nomination {}
    }
}
