/// The client of loops that live in the same JVM: the same pipeline as over HTTP, without a socket.
@NullMarked
package dev.setpoint.apiserver.inprocess;

import org.jspecify.annotations.NullMarked;
