/// Gives every namespace that is not going away the ServiceAccount `default`, and gives it back when it is
/// deleted.
@NullMarked
package dev.setpoint.controllers.serviceaccount;

import org.jspecify.annotations.NullMarked;
