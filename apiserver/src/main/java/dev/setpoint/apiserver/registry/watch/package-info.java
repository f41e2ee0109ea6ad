/// Watches: a cursor into the store's log, and what its reader sees of each change.
///
/// A watch holds no events back and no memory: each batch is read when the last one was written. A reader that is too
/// slow finds its place gone, and is told by an ERROR event to list again.
@NullMarked
package dev.setpoint.apiserver.registry.watch;

import org.jspecify.annotations.NullMarked;
