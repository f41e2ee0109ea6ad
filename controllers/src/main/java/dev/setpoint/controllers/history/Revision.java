package dev.setpoint.controllers.history;

import dev.setpoint.base.value.Stored;
import dev.setpoint.controllers.workload.SafeHash;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.SortedJson;
import java.util.Comparator;

/// One ControllerRevision.
///
/// @param number the greatest is the newest
/// @param data the patch that restores it
public record Revision(String name, long number, JsonObject data, Stored stored) {
    static final Comparator<Revision> BY_NUMBER =
            Comparator.comparingLong(Revision::number).thenComparing(Revision::name);

    public static Revision of(Stored stored) {
        JsonObject tree = CompactReader.object(stored.filled());
        return new Revision(stored.key().name(), tree.integerOr("revision", 0), tree.child("data"), stored);
    }

    /// The template that it holds, to be put where the patch says; the caller's own.
    public JsonObject template() {
        JsonObject template = data.copy().child("spec").child("template");
        template.remove("$patch");
        return template;
    }

    /// The part of its name that follows from its data.
    ///
    /// @param label that carries it
    public String hash(String label) {
        return stored.header().labels().getOrDefault(label, "");
    }

    /// The patch that replaces a workload's template by this one.
    static JsonObject patch(JsonObject template) {
        JsonObject replaced = template.copy().put("$patch", "replace");
        return new JsonObject().put("spec", new JsonObject().put("template", replaced));
    }

    /// A hash of the patch that puts a template into a workload.
    ///
    /// @param collisions how often a name was found to be taken by something else
    public static String hashOf(JsonObject template, int collisions) {
        return SafeHash.spelled(
                SafeHash.fnv1(JsonWriter.bytes(SortedJson.of(patch(template))), Integer.toString(collisions)));
    }

    /// A name that is no longer than a name may be.
    static String nameOf(String owner, String hash) {
        return owner.substring(0, Math.min(owner.length(), 223)) + "-" + hash;
    }
}
