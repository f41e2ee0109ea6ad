/// Keeps as many pods of one template as a ReplicaSet asks for.
///
/// It takes pods that its selector picks and nobody controls, lets go of those that it no longer picks,
/// creates what is missing and deletes, least missed first, what is too many. It counts what is there: it
/// remembers nothing.
@NullMarked
package dev.setpoint.controllers.replicaset;

import org.jspecify.annotations.NullMarked;
