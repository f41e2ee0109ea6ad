/// fabric8's HTTP client without a socket: requests, watches over WebSockets and logs that are followed go to an API
/// server in the same JVM. Interceptors, and whatever else fabric8 builds on top, are its own.
@NullMarked
package dev.setpoint.junit.fabric8;

import org.jspecify.annotations.NullMarked;
