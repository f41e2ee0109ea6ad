/// Deletes pods that nobody else will: of nodes that are gone or out of service, deleted before they had a
/// node, and the oldest of those that have ended when there are too many. Pods that mirror what a node runs
/// by itself are left alone.
@NullMarked
package dev.setpoint.controllers.podgc;

import org.jspecify.annotations.NullMarked;
