package dev.setpoint.client.testing;

import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.selector.LabelSelector;

/// Shows a workload as its Scale.
final class FakeScales {
    private FakeScales() {}

    static Stored of(Stored workload) {
        JsonObject tree = FakeObjects.tree(workload);
        JsonObject from = tree.child("metadata");
        JsonObject metadata = new JsonObject()
                .put("name", from.textOr("name", ""))
                .put("namespace", from.textOr("namespace", ""))
                .put("uid", from.textOr("uid", ""))
                .put("resourceVersion", Long.toString(workload.revision()));
        JsonObject status = new JsonObject()
                .put("replicas", tree.child("status").integerOr("replicas", 0))
                .put(
                        "selector",
                        LabelSelector.of(tree.child("spec").object("selector")).toString());
        JsonObject scale = new JsonObject()
                .put("kind", "Scale")
                .put("apiVersion", "autoscaling/v1")
                .put("metadata", metadata)
                .put("spec", new JsonObject().put("replicas", tree.child("spec").integerOr("replicas", 0)))
                .put("status", status);
        return new Stored(workload.key(), workload.revision(), workload.header(), JsonWriter.bytes(scale), -1);
    }

    /// The workload with the size that a Scale asks for.
    static JsonObject resized(Stored workload, JsonObject scale) {
        JsonObject tree = FakeObjects.tree(workload);
        tree.child("metadata").put("resourceVersion", scale.child("metadata").textOr("resourceVersion", ""));
        tree.child("spec").put("replicas", scale.child("spec").integerOr("replicas", 0));
        return tree;
    }
}
