/// Reads and changes how many replicas a workload has, whatever its kind, through the `scale` subresource.
@NullMarked
package dev.setpoint.controllers.scale;

import org.jspecify.annotations.NullMarked;
