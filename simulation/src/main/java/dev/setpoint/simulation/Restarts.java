package dev.setpoint.simulation;

import dev.setpoint.simulation.fault.Fault;
import dev.setpoint.simulation.fault.Injection;
import dev.setpoint.simulation.fault.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A loop may die at any moment, and the only moments that differ are those after a write. Here all of them come: the
/// process under test is killed after its first write, in the next run after its second, and so on to the last; and
/// at the end after every single one. Each time another takes its place, which knows nothing.
///
/// Every run must pass the oracles, and must create no more objects than the run in which nobody died: what was
/// created twice is not excused by having been deleted again.
public final class Restarts {
    private static final Duration REPLACED_AFTER = Duration.ofMillis(20);
    /// Of each kind of call; more than any scenario makes, were every one of its lives to begin anew.
    private static final int MOST_DEATHS = 300;

    private final Simulation simulation;
    private final long seed;

    /// @param seed of the order in which tasks run; the same in all runs
    public Restarts(Simulation simulation, long seed) {
        this.simulation = simulation;
        this.seed = seed;
    }

    /// @return how many runs there were
    /// @throws AssertionError with the story of the first run that is not right
    public int check() {
        EndedRun whole = simulation.check(Plan.exactly(seed));
        for (Site write : whole.writes()) {
            compare(whole, simulation.check(Plan.exactly(seed, death(write))));
        }
        compare(whole, simulation.check(Plan.exactly(seed, deathsAtEvery(whole.writes()))));
        return whole.writes().size() + 2;
    }

    private static Injection death(Site write) {
        return new Injection(write, Fault.CRASH_AFTER_WRITE, REPLACED_AFTER);
    }

    private static Injection[] deathsAtEvery(List<Site> writes) {
        Set<Site> calls = new LinkedHashSet<>();
        writes.forEach(write -> calls.add(new Site(write.process(), write.call(), 0)));
        List<Injection> deaths = new ArrayList<>();
        for (Site call : calls) {
            for (int ordinal = 1; ordinal <= MOST_DEATHS; ordinal++) {
                deaths.add(death(new Site(call.process(), call.call(), ordinal)));
            }
        }
        return deaths.toArray(Injection[]::new);
    }

    private static void compare(EndedRun whole, EndedRun interrupted) {
        for (Map.Entry<String, Integer> entry : interrupted.created().entrySet()) {
            int enough = whole.created().getOrDefault(entry.getKey(), 0);
            if (entry.getValue() > enough) {
                throw new AssertionError("%s were created %d times, and %d times when nobody died; deaths: %s"
                        .formatted(entry.getKey(), entry.getValue(), enough, interrupted.injected()));
            }
        }
    }
}
