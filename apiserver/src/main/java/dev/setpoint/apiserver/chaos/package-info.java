/// What goes wrong on purpose, for clients that a ChaosPolicy names: an unmodified operator, in whatever language, is
/// put to the test against a live server.
///
/// [dev.setpoint.apiserver.chaos.ChaosPipeline] stands where HTTP enters the pipeline, after authentication. Whatever
/// goes wrong there can go wrong with a real server, and nothing else does: a consistent read is never stale, and what
/// was refused was not written. Policies are objects of a custom resource; where none is defined nothing is different.
@NullMarked
package dev.setpoint.apiserver.chaos;

import org.jspecify.annotations.NullMarked;
