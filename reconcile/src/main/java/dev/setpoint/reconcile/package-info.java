/// The controller library: a loop is an [dev.setpoint.reconcile.ObjectReconciler], or a
/// [dev.setpoint.reconcile.Reconciler] that does everything itself; a [dev.setpoint.reconcile.Controller] says
/// what wakes it, and [dev.setpoint.reconcile.Loops] runs the controllers of one process.
///
/// Keys travel, state is read: a watch feeds an informer's cache (`cache`), a change puts a key into a work
/// queue (`queue`), a worker calls the reconciler with the key. After its own writes a key waits until the
/// caches have caught up with them, so a reconciler may trust what it reads. All waiting, time and randomness
/// come from [dev.setpoint.base.Env].
@NullMarked
package dev.setpoint.reconcile;

import org.jspecify.annotations.NullMarked;
