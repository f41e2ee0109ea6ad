/// Law 5: a request gives the same answer whichever way it comes in. One table of requests is sent over HTTPS, over a
/// WebSocket, by the client inside the JVM and by a call in the process, each in a namespace of its own, and the
/// answers are compared.
@NullMarked
package dev.setpoint.conformance.ways;

import org.jspecify.annotations.NullMarked;
