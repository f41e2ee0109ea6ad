/// What a loop sees of the control plane: read, write and watch, in untyped values. [dev.setpoint.client.Client] is all
/// three.
///
/// The in-process client of the API server and the one over HTTPS behave alike: every failure is an
/// [dev.setpoint.machinery.api.ApiException].
@NullMarked
package dev.setpoint.client;

import org.jspecify.annotations.NullMarked;
