/// Strategies of the flowcontrol.apiserver.k8s.io group: which requests wait.
@NullMarked
package dev.setpoint.resources.strategy.flowcontrol;

import org.jspecify.annotations.NullMarked;
