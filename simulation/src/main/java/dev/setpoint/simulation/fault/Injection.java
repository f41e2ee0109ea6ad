package dev.setpoint.simulation.fault;

import java.time.Duration;

/// A fault at a site.
///
/// @param length how late, how long frozen, how long until the restart, how far the clock jumps; in milliseconds
public record Injection(Site site, Fault fault, Duration length) {
    public static Injection at(String process, String call, int ordinal, Fault fault, Duration length) {
        return new Injection(new Site(process, call, ordinal), fault, length);
    }

    @Override
    public String toString() {
        return fault + " at " + site + " (" + length.toMillis() + " ms)";
    }
}
