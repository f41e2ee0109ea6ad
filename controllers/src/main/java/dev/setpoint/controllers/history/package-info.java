/// The templates that a workload once had, as ControllerRevisions: what StatefulSets and DaemonSets roll
/// back to.
///
/// A revision holds a patch that puts its template into the workload, under a name that follows from the
/// patch. Taking up an old template again gives its revision the next number instead of making another.
@NullMarked
package dev.setpoint.controllers.history;

import org.jspecify.annotations.NullMarked;
