/// The nodes themselves: what they report of themselves, and the heartbeats by which the cluster knows that they live.
@NullMarked
package dev.setpoint.agent.node;

import org.jspecify.annotations.NullMarked;
