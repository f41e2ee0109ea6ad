package dev.setpoint.server.process;

import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.server.journal.Journal;

/// All that a process is given.
///
/// @param env its own world, which ends with it
/// @param transport its way to the API server
/// @param journal in which it tells what it does
public record Surroundings(Env env, Transport transport, Metrics metrics, Journal journal) {
    /// @param userAgent its name, as the server hears it
    public ClientFactory clients(String userAgent) {
        return transport.of(env, userAgent);
    }

    /// The same for another life of the process.
    Surroundings in(Env life) {
        return new Surroundings(life, transport, metrics, journal);
    }
}
