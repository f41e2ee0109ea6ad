/// Keeps EndpointSlices for every Service that has a selector: which addresses stand behind it, on which ports,
/// and in which condition.
///
/// The plan changes as few slices as it can, since every node of a cluster reads each change: what is still right
/// stays where it is, new endpoints fill slices that are written anyway, and only then do slices come and go.
@NullMarked
package dev.setpoint.controllers.endpointslice;

import org.jspecify.annotations.NullMarked;
