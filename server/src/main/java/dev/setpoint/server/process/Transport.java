package dev.setpoint.server.process;

import dev.setpoint.base.Env;

/// The way to the API server: in the same JVM, over HTTPS, or through the faults of a simulation.
@FunctionalInterface
public interface Transport {
    /// @param process that calls, which a simulation may stop at each call
    /// @param userAgent its name, as the server hears it
    ClientFactory of(Env process, String userAgent);
}
