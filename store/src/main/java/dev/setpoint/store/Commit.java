package dev.setpoint.store;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import java.util.List;

/// Conditions and writes that take effect together at one new revision, or not at all.
///
/// May write several keys (a Service and its IPAddress) but at most one of each resource, because watchers of
/// a resource resume by revision.
public record Commit(List<Condition> conditions, List<Write> writes) {
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
