package dev.setpoint.simulation;

/// Who judges a run, and by what.
public enum Oracle {
    /// When the faults have ended, the end is the same as without them.
    CONVERGES("converges"),
    /// Looking at everything again, when all is quiet, writes nothing.
    IDEMPOTENT("idempotent"),
    /// No state comes back again and again with writes in between.
    STEADY("does not oscillate"),
    /// Loops come to rest.
    RESTS("does not hot-loop"),
    /// The end is the same when no event tells what happened and everything is only looked at anew.
    READS_STATE("reads state, not events"),
    /// Nothing is left of what was deleted, and nothing that nobody owns.
    LEAKS_NOTHING("leaks nothing"),
    /// Nobody tries what he may not do.
    RIGHTS("has the rights that it needs"),
    /// What must hold at every revision does.
    INVARIANT("keeps its invariants");

    private final String words;

    Oracle(String words) {
        this.words = words;
    }

    /// As a report says it.
    public String words() {
        return words;
    }
}
