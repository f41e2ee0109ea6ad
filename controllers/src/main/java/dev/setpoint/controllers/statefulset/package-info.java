/// Keeps pods that are not alike: each has an ordinal, and with it a name, a place in line and storage of
/// its own.
///
/// There is never more than one pod of an ordinal: a new one is made only when the former is gone from the
/// API, not merely on its way out. In the ordered policy one step is taken at a time, and only when all
/// before it are well.
@NullMarked
package dev.setpoint.controllers.statefulset;

import org.jspecify.annotations.NullMarked;
