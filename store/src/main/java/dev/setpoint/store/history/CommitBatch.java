package dev.setpoint.store.history;

import dev.setpoint.base.value.Cause;
import dev.setpoint.base.value.Stored;
import dev.setpoint.store.Change;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Commits that become visible together. Each is decided against the state that those before it leave behind.
public final class CommitBatch {
    private final State.Edit edit;
    private final List<Change> changes = new ArrayList<>();
    private long revision;

    public CommitBatch(State base) {
        this.edit = base.edit();
        this.revision = base.revision();
    }

    /// What to answer once the batch is published.
    public CommitResult decide(Commit commit) {
        for (var condition : commit.conditions()) {
            var current = edit.find(condition.key());
            long actual = current == null ? 0 : current.revision();
            if (actual != condition.revision()) {
                return new CommitResult.Conflict(condition.key(), Optional.ofNullable(current));
            }
        }
        int before = changes.size();
        for (var write : commit.writes()) {
            apply(write, revision + 1, commit.cause());
        }
        if (changes.size() > before) {
            revision++;
        }
        return new CommitResult.Committed(revision);
    }

    private void apply(Commit.Write write, long next, Cause cause) {
        switch (write) {
            case Commit.Put(var key, var header, var bytes, int hole) -> {
                var after = new Stored(key, next, header, bytes, hole);
                changes.add(new Change(next, edit.put(after), after, cause));
            }
            case Commit.Delete(var key) -> {
                var gone = edit.remove(key);
                if (gone != null) {
                    changes.add(new Change(next, gone, null, cause));
                }
            }
        }
    }

    public List<Change> changes() {
        return changes;
    }

    public long revision() {
        return revision;
    }

    public State seal() {
        return edit.seal(revision);
    }
}
