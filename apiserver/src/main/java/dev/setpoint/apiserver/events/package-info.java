/// Events live for an hour after they were last written, as in Kubernetes.
///
/// Nobody has to delete them and no loop has to look at them: the API server takes them away, and who watches is told
/// that they were deleted.
@NullMarked
package dev.setpoint.apiserver.events;

import org.jspecify.annotations.NullMarked;
