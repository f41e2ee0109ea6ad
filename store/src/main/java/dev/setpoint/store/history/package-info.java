/// The memory side that every engine shares: the states that are retained, the log of changes between them,
/// and the cursors into it.
///
/// One publishes at a time; any number read without a lock. Start at [dev.setpoint.store.history.History].
@NullMarked
package dev.setpoint.store.history;

import org.jspecify.annotations.NullMarked;
