/// Every way in which an object comes to be, changes and goes.
///
/// A write is decided on one snapshot: proposed, completed with defaults, admitted, validated, and committed with a
/// condition on everything that the decision relied on. When a condition has moved, all of it is decided again on a
/// newer snapshot. Nothing is written any other way, so a commit never contradicts what its decision saw.
@NullMarked
package dev.setpoint.apiserver.registry.write;

import org.jspecify.annotations.NullMarked;
