package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Required node affinity may become narrower, never wider: to each of its terms something may be added.
public final class NodeAffinityChange {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private NodeAffinityChange() {}

    public static void check(
            @Nullable JsonObject affinity, @Nullable JsonObject before, FieldPath path, FieldErrors errors) {
        List<JsonObject> was = terms(before);
        if (was.isEmpty()) {
            return;
        }
        List<JsonObject> now = terms(affinity);
        FieldPath at = path.child(REQUIRED).child("nodeSelectorTerms");
        if (was.size() != now.size()) {
            errors.invalidShown(
                    at,
                    JsonArray.of(now.toArray(JsonValue[]::new)).toString(),
                    "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
            return;
        }
        for (int i = 0; i < was.size(); i++) {
            if (!onlyAdds(now.get(i), was.get(i))) {
                errors.invalidShown(
                        at.index(i), now.get(i).toString(), "only additions are allowed (no mutations or deletions)");
            }
        }
    }

    private static List<JsonObject> terms(@Nullable JsonObject affinity) {
        JsonObject required = affinity == null ? null : affinity.object(REQUIRED);
        return Fields.objects(required, "nodeSelectorTerms");
    }

    /// A term without requirements matches nothing; adding one would make it match something.
    private static boolean onlyAdds(JsonObject now, JsonObject was) {
        boolean empty = true;
        for (String list : List.of("matchExpressions", "matchFields")) {
            List<JsonObject> earlier = Fields.objects(was, list);
            List<JsonObject> requirements = Fields.objects(now, list);
            empty &= earlier.isEmpty();
            if (requirements.size() < earlier.size()
                    || !requirements.subList(0, earlier.size()).equals(earlier)) {
                return false;
            }
        }
        return !empty || (!Fields.isSet(now, "matchExpressions") && !Fields.isSet(now, "matchFields"));
    }
}
