/// Tables as `kubectl get` prints them: the columns of each resource, and the cells of an object.
///
/// Printers are pure over the object in the version in which it is kept, and the time. The server prints, so that every
/// client shows the same words.
@NullMarked
package dev.setpoint.resources.table;

import org.jspecify.annotations.NullMarked;
