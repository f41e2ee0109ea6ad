package dev.setpoint.simulation;

import dev.setpoint.base.baton.NoRestException;
import dev.setpoint.simulation.trace.Recorder;
import dev.setpoint.store.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Runs a scenario under plans, and judges each run.
///
///     Simulation simulation = Simulation.of(scenario);
///     simulation.check(1, 200);                 // two hundred seeds; throws with the story of the first that fails
///     simulation.run(Plan.of(42)).finding();    // one of them
///
/// Every run ends the same way: the script ends, then the faults; when all is quiet the end is compared with that of
/// a calm run, and then everything is looked at again, by a resync or a restart as the seed says, which must write
/// nothing.
public final class Simulation {
    private static final Duration SCRIPT_LIMIT = Duration.ofMinutes(30);
    private static final Duration REST_LIMIT = Duration.ofMinutes(10);
    /// Longer than any cache goes without telling of everything.
    private static final Duration RESYNC = Duration.ofMinutes(11);

    private static final Duration WATCHED = Duration.ofSeconds(30);
    private static final int MOST_RECONCILES = 400;
    /// How one seed in so many ends with the long look at a resync, and one with a restart: without faults they are
    /// much the same in each run, and cost as much as the run itself.
    private static final int RESYNCED = 8;

    private static final int RESTARTED = 2;

    private final Scenario scenario;
    private final Snapshot beginning;
    private volatile @Nullable Calm calm;

    /// The run to which others are compared.
    private record Calm(EndState end, Optional<Finding> finding) {}

    private Simulation(Scenario scenario) {
        this.scenario = scenario;
        this.beginning = FreshCluster.with(Beginning.snapshot(), scenario);
    }

    public static Simulation of(Scenario scenario) {
        return new Simulation(scenario);
    }

    public Scenario scenario() {
        return scenario;
    }

    public EndedRun run(Plan plan) {
        return run(plan, Recorder.Detail.NOTHING);
    }

    public EndedRun run(Plan plan, Recorder.Detail detail) {
        Calm reference = calm();
        Recorder recorder = new Recorder(detail);
        try (SimulatedWorld world = new SimulatedWorld(scenario, plan, beginning, recorder)) {
            Optional<Finding> finding = reference.finding().or(() -> judge(world, plan, Optional.of(reference.end())));
            if (reference.finding().isPresent() && recorder.records()) {
                judge(world, plan, Optional.empty()); // For the trace.
            }
            return new EndedRun(
                    plan, world.faults().injected(), world.faults().writes(), world.created(), finding, recorder);
        }
    }

    private Calm calm() {
        Calm known = calm;
        if (known == null) {
            try (SimulatedWorld world =
                    new SimulatedWorld(scenario, Plan.calm(), beginning, new Recorder(Recorder.Detail.NOTHING))) {
                Optional<Finding> finding = judge(world, Plan.calm(), Optional.empty());
                known = new Calm(world.end(), finding);
            }
            calm = known;
        }
        return known;
    }

    // ---- judging -----------------------------------------------------------------------------------------------

    private static Optional<Finding> judge(SimulatedWorld world, Plan plan, Optional<EndState> expected) {
        try {
            world.env.runUntil(SCRIPT_LIMIT, () -> world.scriptDone() || ended(world));
            world.endFaults();
            world.env.runUntil(REST_LIMIT, () -> world.quiet() || ended(world));
            return world.refusal()
                    .or(world::brokenInvariant)
                    .or(() -> restless(world))
                    .or(() -> expected.flatMap(end -> world.end()
                            .compare(end, plan.events() == Plan.Events.TOLD ? Oracle.CONVERGES : Oracle.READS_STATE)))
                    .or(() -> busy(world))
                    .or(() -> again(world, plan, expected.isEmpty()));
        } catch (IllegalStateException e) {
            NoRestException restless = NoRestException.in(e).orElseThrow(() -> e);
            return Optional.of(new Finding(Oracle.RESTS, String.valueOf(restless.getMessage())));
        }
    }

    private static boolean ended(SimulatedWorld world) {
        return world.refusal().isPresent()
                || world.runaway().isPresent()
                || world.brokenInvariant().isPresent();
    }

    private static Optional<Finding> restless(SimulatedWorld world) {
        return world.runaway().isPresent() || !world.quiet()
                ? Optional.of(Restlessness.explain(tail(world)))
                : Optional.empty();
    }

    /// The last writes: what came before may have had its reasons.
    private static List<Write> tail(SimulatedWorld world) {
        return world.writes.subList(Math.max(0, world.writes.size() - 100), world.writes.size());
    }

    /// Nothing is written, but are the loops at rest?
    private static Optional<Finding> busy(SimulatedWorld world) {
        long before = world.reconciles();
        world.env.advance(WATCHED);
        long count = world.reconciles() - before;
        return count > MOST_RECONCILES
                ? Optional.of(new Finding(
                        Oracle.RESTS, count + " reconciles within " + WATCHED.toSeconds() + " s of a quiet system"))
                : Optional.empty();
    }

    /// Looks at everything again.
    ///
    /// @param reference the run to which others are compared is looked at in every way
    private static Optional<Finding> again(SimulatedWorld world, Plan plan, boolean reference) {
        int before = world.writes.size();
        if (reference || plan.seed() % RESYNCED == 1) {
            world.env.advance(RESYNC);
        }
        if (reference || plan.seed() % RESTARTED == 0) {
            world.restartAll();
            world.env.advance(SimulatedWorld.QUIET);
        }
        List<Write> more = world.writes.subList(before, world.writes.size());
        return more.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding(
                        Oracle.IDEMPOTENT,
                        "when all was quiet, looking at everything again made " + more.size() + " writes, the first: "
                                + more.getFirst()));
    }

    // ---- many runs ---------------------------------------------------------------------------------------------

    /// The first seed from `first` to `last` that fails.
    public OptionalLong search(long first, long last) {
        for (long seed = first; seed <= last; seed++) {
            if (run(Plan.of(seed)).finding().isPresent()) {
                return OptionalLong.of(seed);
            }
        }
        return OptionalLong.empty();
    }

    /// @throws AssertionError with the story of the first seed that fails, reduced to the faults that it takes
    public void check(long first, long last) {
        OptionalLong failing = search(first, last);
        if (failing.isPresent()) {
            check(Plan.of(failing.getAsLong()));
        }
    }

    /// @throws AssertionError when the run is not right
    public EndedRun check(Plan plan) {
        EndedRun run = run(plan);
        if (run.finding().isPresent()) {
            throw new AssertionError(new Shrinker(this).shrink(run).story());
        }
        return run;
    }

    /// All findings of a range of seeds, for a look at how often something happens.
    public List<EndedRun> failures(long first, long last) {
        List<EndedRun> failures = new ArrayList<>();
        for (long seed = first; seed <= last; seed++) {
            EndedRun run = run(Plan.of(seed));
            if (run.finding().isPresent()) {
                failures.add(run);
            }
        }
        return failures;
    }

    /// The state with which every run begins, but for what is given.
    private static final class Beginning {
        private static final Snapshot SNAPSHOT = FreshCluster.snapshot();

        static Snapshot snapshot() {
            return SNAPSHOT;
        }
    }
}
