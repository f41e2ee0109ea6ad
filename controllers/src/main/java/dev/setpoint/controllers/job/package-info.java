/// Runs pods to completion: as many as a Job asks for, as often as its failures allow, and no further.
///
/// A pod that ends is counted exactly once, whatever dies in between: it is noted in the status by its uid,
/// then its finalizer goes, then the note becomes part of the count. Until the finalizer is gone the pod cannot
/// vanish, and once it is gone the pod cannot be noted again. How long to wait after failures follows from the
/// pods that are there; nothing is remembered.
@NullMarked
package dev.setpoint.controllers.job;

import org.jspecify.annotations.NullMarked;
