/// The engine that survives: one SQLite file, written ahead to a log that is synced before anything is
/// acknowledged.
@NullMarked
package dev.setpoint.store.sqlite;

import org.jspecify.annotations.NullMarked;
