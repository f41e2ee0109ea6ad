/// The one way into the API server. HTTP and in-process calls enter at [dev.setpoint.apiserver.pipeline.Pipeline] with
/// the
/// same [dev.setpoint.apiserver.pipeline.Request], after authentication; authorization, admission, validation, field
/// management, metrics and audit happen behind it for both.
@NullMarked
package dev.setpoint.apiserver.pipeline;

import org.jspecify.annotations.NullMarked;
