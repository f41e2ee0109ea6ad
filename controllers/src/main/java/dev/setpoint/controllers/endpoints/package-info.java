/// Keeps the Endpoints object of every Service that has a selector, for clients that do not read EndpointSlices.
/// It goes with its Service.
@NullMarked
package dev.setpoint.controllers.endpoints;

import org.jspecify.annotations.NullMarked;
