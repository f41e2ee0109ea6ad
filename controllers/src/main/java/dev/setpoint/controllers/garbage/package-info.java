/// Deletes what has lost its owners, and lets deletions of owners wait for or let go of their dependents.
///
/// An object goes when every owner that it names is gone; an owner that is not in a cache is looked up at
/// the server before anything is deleted for its sake. `foregroundDeletion` holds an owner until the
/// dependents that block it are gone, `orphan` until none names it any more. Nothing is decoded: keys and
/// headers say all that is needed. There is no graph in memory either, only the caches and their index by
/// owner.
@NullMarked
package dev.setpoint.controllers.garbage;

import org.jspecify.annotations.NullMarked;
