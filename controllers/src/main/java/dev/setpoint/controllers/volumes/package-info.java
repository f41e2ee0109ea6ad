/// Brings claims and volumes together: finds a volume for each claim, makes one where the claim's class says that this
/// process does (`setpoint.dev/local`), gives volumes back when their claim is gone, and lets nothing go that is in
/// use.
///
/// A binding is written from the volume to the claim: the volume names the claim first, so that no two claims ever
/// take one volume, and whoever finds half a binding completes it.
@NullMarked
package dev.setpoint.controllers.volumes;

import org.jspecify.annotations.NullMarked;
