/// Mirrors Endpoints that people write by hand, for Services without a selector, into EndpointSlices, which are all
/// that the nodes read.
@NullMarked
package dev.setpoint.controllers.mirroring;

import org.jspecify.annotations.NullMarked;
