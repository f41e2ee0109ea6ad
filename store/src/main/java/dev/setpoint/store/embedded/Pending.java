package dev.setpoint.store.embedded;

import dev.setpoint.base.Promise;
import dev.setpoint.store.Commit;
import dev.setpoint.store.CommitResult;

/// A commit on its way, and whom to tell.
record Pending(Commit commit, Promise<CommitResult> answer) {}
