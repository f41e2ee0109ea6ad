/// Empties a namespace that is being deleted, and then lets it go.
///
/// Pods go first, everything else after the last of them, the namespace itself when the server confirms
/// that nothing is left. What holds it up stands in its conditions.
@NullMarked
package dev.setpoint.controllers.namespace;

import org.jspecify.annotations.NullMarked;
