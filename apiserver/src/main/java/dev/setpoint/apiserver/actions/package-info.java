/// What must look at more than one object, or does more than show one: bind, scale, finalize, allocate.
///
/// An action is a function from request and snapshot to one commit with conditions on every object that it relied on.
@NullMarked
package dev.setpoint.apiserver.actions;

import org.jspecify.annotations.NullMarked;
