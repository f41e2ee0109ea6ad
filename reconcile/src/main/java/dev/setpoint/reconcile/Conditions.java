package dev.setpoint.reconcile;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Conditions of a status, as the API conventions want them: one of each type, and a time that tells when the
/// condition last became another, not when somebody last looked.
public final class Conditions {
    private Conditions() {}

    /// The same list with this condition in it, in its old place if it had one.
    ///
    /// @param desired all but the time
    public static List<Condition> with(List<Condition> present, Condition desired, Instant now) {
        List<Condition> conditions = new ArrayList<>(present);
        for (int i = 0; i < conditions.size(); i++) {
            Condition before = conditions.get(i);
            if (before.getType().equals(desired.getType())) {
                boolean same = before.getStatus().equals(desired.getStatus());
                conditions.set(i, at(desired, same ? before.getLastTransitionTime() : Timestamps.seconds(now)));
                return conditions;
            }
        }
        conditions.add(at(desired, Timestamps.seconds(now)));
        return conditions;
    }

    private static Condition at(Condition condition, String time) {
        return new ConditionBuilder(condition).withLastTransitionTime(time).build();
    }
}
