/// The revisioned store: one history of commits, immutable snapshots of it, and cursors into it.
///
/// Knows bytes, headers and revisions, nothing of Kubernetes. Start at [dev.setpoint.store.Store].
@NullMarked
package dev.setpoint.store;

import org.jspecify.annotations.NullMarked;
