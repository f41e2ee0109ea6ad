/// Gives every pod a node.
///
/// One task owns all that the scheduler knows ([dev.setpoint.scheduler.cluster]), takes the most important pod from the
/// queue ([dev.setpoint.scheduler.queue]), filters and scores nodes ([dev.setpoint.scheduler.plugin]) and assumes the
/// pod on the best. A few other tasks write what was decided through the `binding` subresource. Watches only say what
/// to look at again; the state is read from the caches. Nothing is kept that a restart would not find in the API.
@NullMarked
package dev.setpoint.scheduler;

import org.jspecify.annotations.NullMarked;
