/// The stages that every call passes, in this order:
///
///     Recorded ▶ Measured ▶ Authenticated ▶ Impersonated ▶ Bounded ▶ Authorized ▶ Routed ─▶ registry, metrics,
/// documents
///
/// Each stage is one small class that hands the call on or throws an `ApiException`. No byte of a body is read before
/// [dev.setpoint.apiserver.stages.Authorized] has let the call pass. A caller inside the JVM is known from the
/// beginning: for it, the stages that find out who asks have nothing to do.
///
/// Start with [dev.setpoint.apiserver.stages.Stages], which puts them together.
@NullMarked
package dev.setpoint.apiserver.stages;

import org.jspecify.annotations.NullMarked;
