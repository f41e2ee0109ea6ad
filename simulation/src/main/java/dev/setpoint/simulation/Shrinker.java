package dev.setpoint.simulation;

import dev.setpoint.simulation.fault.Injection;
import dev.setpoint.simulation.trace.Recorder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Takes away what a failure does not need: faults one by one, then the luck of the schedule.
public final class Shrinker {
    private final Simulation simulation;

    public Shrinker(Simulation simulation) {
        this.simulation = simulation;
    }

    /// @param failed a run with a finding
    public Failure shrink(EndedRun failed) {
        Oracle oracle = failed.finding()
                .orElseThrow(() -> new IllegalArgumentException("a run without a finding cannot be reduced"))
                .oracle();
        Plan plan = failed.plan().withFaults(failed.injected());
        if (!fails(plan, oracle)) {
            return new Failure(simulation.scenario().name(), rerun(failed.plan()));
        }
        Plan fewest = withoutNeedless(plan, failed.injected(), oracle);
        Plan calmest = fewest.withOrder(Plan.Order.FIRST_COME);
        Plan shrunk = fails(calmest, oracle) ? calmest : fewest;
        return new Failure(simulation.scenario().name(), rerun(shrunk));
    }

    /// Until no single fault can be left out.
    private Plan withoutNeedless(Plan plan, List<Injection> faults, Oracle oracle) {
        List<Injection> needed = new ArrayList<>(faults);
        boolean fewer = true;
        while (fewer) {
            fewer = false;
            for (int i = needed.size() - 1; i >= 0; i--) {
                List<Injection> without = new ArrayList<>(needed);
                without.remove(i);
                if (fails(plan.withFaults(without), oracle)) {
                    needed = without;
                    fewer = true;
                }
            }
        }
        return plan.withFaults(needed);
    }

    private boolean fails(Plan plan, Oracle oracle) {
        Optional<Finding> finding = simulation.run(plan).finding();
        return finding.isPresent() && finding.get().oracle() == oracle;
    }

    private EndedRun rerun(Plan plan) {
        return simulation.run(plan, Recorder.Detail.EVERYTHING);
    }
}
