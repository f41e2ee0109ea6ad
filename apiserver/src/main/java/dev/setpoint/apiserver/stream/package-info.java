/// The subresources that lead into a running pod: its logs, and the ways to its processes and ports.
@NullMarked
package dev.setpoint.apiserver.stream;

import org.jspecify.annotations.NullMarked;
