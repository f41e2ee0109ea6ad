/// The pods that wait for a node: those to try now, those to try after a pause, and those that wait for a change.
///
/// A pod that found no node sleeps until something happens that one of the plugins that turned it away calls helpful.
/// Nothing polls; as a last resort a sleeper is tried again after five minutes.
@NullMarked
package dev.setpoint.scheduler.queue;

import org.jspecify.annotations.NullMarked;
