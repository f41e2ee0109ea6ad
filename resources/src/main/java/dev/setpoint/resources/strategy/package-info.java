/// What each kind adds to the generic registry, as pure functions over the old and the new object.
///
/// A [dev.setpoint.resources.strategy.Strategy] is made of the kind's traits, which are a row of `traits.tsv`, and of
/// aspects: small interfaces such as [dev.setpoint.resources.strategy.Defaults] and
/// [dev.setpoint.resources.strategy.Rules], of which a kind's class implements those in which the kind differs from the
/// others. [dev.setpoint.resources.strategy.Strategies] is the catalogue of the built-in kinds. A strategy never looks
/// at
/// other objects: what must is an action of the API server.
@NullMarked
package dev.setpoint.resources.strategy;

import org.jspecify.annotations.NullMarked;
