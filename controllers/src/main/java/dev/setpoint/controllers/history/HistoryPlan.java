package dev.setpoint.controllers.history;

import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// What to do about a workload's history, given its present template.
public final class HistoryPlan {
    private HistoryPlan() {}

    /// How the present template comes to be the newest revision.
    public sealed interface Step {
        /// It is.
        record Keep(Revision revision) implements Step {}

        /// It once was: it takes the next number.
        record Renumber(Revision revision, long number) implements Step {}

        /// It is new.
        record Create(long number) implements Step {}
    }

    public static Step step(List<Revision> revisions, JsonObject data) {
        List<Revision> sorted = revisions.stream().sorted(Revision.BY_NUMBER).toList();
        if (sorted.isEmpty()) {
            return new Step.Create(1);
        }
        Revision newest = sorted.getLast();
        if (newest.data().equals(data)) {
            return new Step.Keep(newest);
        }
        return sorted.reversed().stream()
                .filter(revision -> revision.data().equals(data))
                .findFirst()
                .<Step>map(revision -> new Step.Renumber(revision, newest.number() + 1))
                .orElse(new Step.Create(newest.number() + 1));
    }

    /// The oldest revisions that nobody uses, beyond as many as are to be kept.
    ///
    /// @param live the names of those in use
    public static List<Revision> obsolete(List<Revision> revisions, Collection<String> live, int limit) {
        List<Revision> unused = new ArrayList<>(revisions.stream()
                .filter(revision -> !live.contains(revision.name()))
                .sorted(Revision.BY_NUMBER)
                .toList());
        return unused.subList(0, Math.max(0, unused.size() - Math.max(0, limit)));
    }
}
