package dev.setpoint.store;

import dev.setpoint.base.value.Cause;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import java.util.List;

/// Conditions and writes that take effect together at one new revision, or not at all.
///
/// May write several keys (a Service and its IPAddress) but at most one of each resource, because watchers of
/// a resource resume by revision.
///
/// @param cause why it is made, which the store keeps as long as it can tell of the change
public record Commit(List<Condition> conditions, List<Write> writes, Cause cause) {
    /// The key must be at this revision when the commit happens; 0 means that it must not exist.
    public record Condition(Key key, long revision) {}

    public sealed interface Write {
        Key key();
    }

    public record Put(Key key, Header header, byte[] bytes, int hole) implements Write {}

    /// Deleting what is not there changes nothing; add a [Condition] where that matters.
    public record Delete(Key key) implements Write {}

    public Commit {
        conditions = List.copyOf(conditions);
        writes = List.copyOf(writes);
        if (writes.isEmpty() || twoOfOneResource(writes)) {
            throw new IllegalArgumentException(
                    "writes: " + writes + " (expected: one or more, each of another resource)");
        }
    }

    /// Of which nobody needs to know why.
    public Commit(List<Condition> conditions, List<Write> writes) {
        this(conditions, writes, Cause.UNKNOWN);
    }

    public Commit because(Cause known) {
        return new Commit(conditions, writes, known);
    }

    private static boolean twoOfOneResource(List<Write> writes) {
        for (int one = 1; one < writes.size(); one++) {
            for (int other = 0; other < one; other++) {
                if (writes.get(one)
                        .key()
                        .resource()
                        .equals(writes.get(other).key().resource())) {
                    return true;
                }
            }
        }
        return false;
    }
}
