/// What each kind adds to the generic registry, as pure functions over the old and the new object.
///
/// [dev.setpoint.resources.strategy.Strategy] is the contract; [dev.setpoint.resources.strategy.Strategies] finds
/// the one of a kind. A strategy never looks at other objects: what must is an action of the API server.
@NullMarked
package dev.setpoint.resources.strategy;

import org.jspecify.annotations.NullMarked;
