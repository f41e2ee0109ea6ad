/// The one way into the API server.
///
/// HTTPS, the client of tests in the same JVM and the loops of the control plane make a
/// [dev.setpoint.apiserver.pipeline.Call] each and hand it to the same [dev.setpoint.apiserver.pipeline.Pipeline].
/// They get an [dev.setpoint.apiserver.pipeline.Answer], write it, and end the call's life. The stages in between are
/// in `apiserver.stages`.
@NullMarked
package dev.setpoint.apiserver.pipeline;

import org.jspecify.annotations.NullMarked;
