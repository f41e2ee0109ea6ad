package dev.setpoint.simulation;

import dev.setpoint.simulation.fault.Fault;
import dev.setpoint.simulation.fault.Injection;
import java.util.List;
import java.util.Optional;

/// Everything that a run depends on, but for the scenario.
///
/// @param order who runs next when several can
/// @param exact the faults, or empty for those that the seed draws from `kinds`
public record Plan(long seed, Order order, Events events, List<Fault> kinds, Optional<List<Injection>> exact) {
    public enum Order {
        SEEDED,
        FIRST_COME
    }

    public enum Events {
        TOLD,
        /// Nobody is told what changed; collections are listed anew whenever something did.
        ONLY_RESYNC
    }

    /// How one seed in so many is run without events.
    private static final int WITHOUT_EVENTS = 8;

    /// What a seed stands for: most are runs with faults, one in eight without faults but without events too.
    public static Plan of(long seed) {
        return of(seed, Fault.all());
    }

    /// @param kinds the faults to draw from
    public static Plan of(long seed, List<Fault> kinds) {
        return seed % WITHOUT_EVENTS == 0
                ? new Plan(seed, Order.SEEDED, Events.ONLY_RESYNC, List.of(), Optional.of(List.of()))
                : new Plan(seed, Order.SEEDED, Events.TOLD, List.copyOf(kinds), Optional.empty());
    }

    /// Nothing goes wrong, and who comes first is served first.
    public static Plan calm() {
        return new Plan(1, Order.FIRST_COME, Events.TOLD, List.of(), Optional.of(List.of()));
    }

    /// The schedule of a seed with exactly these faults.
    public static Plan exactly(long seed, Injection... faults) {
        return new Plan(seed, Order.SEEDED, Events.TOLD, List.of(), Optional.of(List.of(faults)));
    }

    public Plan withFaults(List<Injection> faults) {
        return new Plan(seed, order, events, kinds, Optional.of(List.copyOf(faults)));
    }

    public Plan withOrder(Order newOrder) {
        return new Plan(seed, newOrder, events, kinds, exact);
    }
}
