/// The lessons by which people learn Kubernetes, as they stand: real kubectl against the whole control
/// plane.
@NullMarked
package dev.setpoint.conformance.lessons;

import org.jspecify.annotations.NullMarked;
