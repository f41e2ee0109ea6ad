package dev.setpoint.controllers.replicaset;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Typed;
import dev.setpoint.controllers.Types;
import dev.setpoint.controllers.workload.Pods;
import dev.setpoint.reconcile.cache.CacheChange;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

/// Pods as a set sees them that has thousands: whose they are, and whether they are ready. What they run does not
/// count.
final class CountedPods {
    static final Typed<Pod> TYPE = Types.POD.without("spec", "status.containerStatuses");

    private static final String PHASE = "status.phase";
    private static final byte[] READY = "\"Ready\"".getBytes(StandardCharsets.UTF_8);

    private CountedPods() {}

    /// Whether a change of a pod can make a difference to the set that it belongs to. Most of what happens to a pod,
    /// such as being given a node, does not.
    ///
    /// @param pods as [#TYPE]
    static boolean counts(Typed<Pod> pods, CacheChange change) {
        Stored before = change.before();
        Stored after = change.after();
        if (before == null || after == null || change.cause() != CacheChange.Cause.EVENT) {
            return true;
        }
        if (!sameClaims(before.header(), after.header())) {
            return true;
        }
        boolean belongsToNobody = after.header().owners().isEmpty();
        return !belongsToNobody && !sameReadiness(pods, before, after);
    }

    private static boolean sameClaims(Header before, Header after) {
        return before.uid().equals(after.uid())
                && before.deleting() == after.deleting()
                && phase(before.fields()).equals(phase(after.fields()))
                && before.labels().equals(after.labels())
                && before.owners().equals(after.owners());
    }

    private static String phase(Map<String, String> fields) {
        return fields.getOrDefault(PHASE, "");
    }

    private static boolean sameReadiness(Typed<Pod> pods, Stored before, Stored after) {
        if (!mentionsReady(before.bytes()) && !mentionsReady(after.bytes())) {
            return true; // No kubelet has spoken yet, which needs no reading.
        }
        Pod earlier = pods.decode(before);
        Pod later = pods.decode(after);
        return Pods.ready(earlier) == Pods.ready(later)
                && Pods.readySince(earlier).equals(Pods.readySince(later));
    }

    private static boolean mentionsReady(byte[] json) {
        for (int at = 0; at + READY.length <= json.length; at++) {
            if (json[at] == '"' && Arrays.equals(json, at, at + READY.length, READY, 0, READY.length)) {
                return true;
            }
        }
        return false;
    }
}
