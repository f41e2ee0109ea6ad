package dev.setpoint.agent.pod;

import java.util.LinkedHashSet;
import java.util.Set;

/// The revisions of the newest own writes, so that their echo in the watch need not be looked at. To have forgotten one
/// costs a look that finds nothing to do.
final class OwnWrites {
    private static final int KEPT = 4096;

    private final Set<Long> revisions = new LinkedHashSet<>();

    synchronized void add(long revision) {
        revisions.add(revision);
        if (revisions.size() > KEPT) {
            revisions.remove(revisions.iterator().next());
        }
    }

    synchronized boolean contains(long revision) {
        return revisions.contains(revision);
    }
}
