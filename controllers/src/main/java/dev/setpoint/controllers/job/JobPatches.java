package dev.setpoint.controllers.job;

import dev.setpoint.controllers.workload.Metadata;
import dev.setpoint.controllers.workload.OwnerPatches;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;

/// How a pod begins and ceases to be tracked.
final class JobPatches {
    private JobPatches() {}

    /// A merge patch for exactly the pod that was looked at.
    static JsonObject adopt(Job job, Pod pod) {
        List<String> finalizers = others(pod);
        finalizers.add(JobPods.FINALIZER);
        return with(finalizers, OwnerPatches.adopt(job, pod));
    }

    /// Likewise.
    static JsonObject release(Job job, Pod pod) {
        return with(others(pod), OwnerPatches.release(job, pod));
    }

    /// A strategic patch, so that whatever else changes about the pod does not matter.
    static JsonObject untrack(Pod pod) {
        JsonObject metadata = new JsonObject()
                .put("uid", Metadata.uid(pod))
                .put("$deleteFromPrimitiveList/finalizers", JsonArray.ofTexts(List.of(JobPods.FINALIZER)));
        return new JsonObject().put("metadata", metadata);
    }

    private static List<String> others(Pod pod) {
        List<String> finalizers = new ArrayList<>();
        if (pod.getMetadata().getFinalizers() != null) {
            finalizers.addAll(pod.getMetadata().getFinalizers());
        }
        finalizers.remove(JobPods.FINALIZER);
        return finalizers;
    }

    private static JsonObject with(List<String> finalizers, JsonObject patch) {
        patch.child("metadata").put("finalizers", JsonArray.ofTexts(finalizers));
        return patch;
    }
}
