package dev.setpoint.cli;

import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.gallery.Exhibit;
import dev.setpoint.gallery.Gallery;
import dev.setpoint.simulation.EndedRun;
import dev.setpoint.simulation.Finding;
import dev.setpoint.simulation.Plan;
import dev.setpoint.simulation.Scenario;
import dev.setpoint.simulation.Shrinker;
import dev.setpoint.simulation.Simulation;
import dev.setpoint.simulation.scenario.Scenarios;
import dev.setpoint.simulation.scenario.SimulationBench;
import dev.setpoint.simulation.trace.Recorder;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Loops under faults, from a seed.
@Command(
        name = "simulate",
        description = "Runs loops in a simulated world, where a seed decides what goes wrong.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class SimulateCommand implements Runnable {
    /// A defect that takes longer to find does not count as found.
    private static final int DEFECT_SEEDS = 2_000;

    /// Set by picocli.
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "run",
            description = "Runs scenarios from one seed, or from several, and prints the hash of each trace.",
            mixinStandardHelpOptions = true)
    int run(
            @Option(
                            names = "--scenario",
                            required = true,
                            paramLabel = "NAME",
                            description = "What to run; all for every one.")
                    String scenario,
            @Option(names = "--seed", defaultValue = "1", description = "Where to begin; default ${DEFAULT-VALUE}.")
                    long seed,
            @Option(names = "--seeds", defaultValue = "1", description = "How many; default ${DEFAULT-VALUE}.")
                    int seeds,
            @Option(names = "--trace", description = "Print the whole trace.") boolean trace) {
        Logs.silence();
        Recorder.Detail detail = trace ? Recorder.Detail.EVERYTHING : Recorder.Detail.HASH;
        int failed = 0;
        for (Scenario each : scenarios(scenario)) {
            Simulation simulation = Simulation.of(each);
            for (long next = seed; next < seed + seeds; next++) {
                failed += isRight(simulation, next, detail) ? 0 : 1;
            }
        }
        return failed == 0 ? 0 : 1;
    }

    private List<Scenario> scenarios(String name) {
        if (name.equals("all")) {
            return Scenarios.all();
        }
        return List.of(Scenarios.find(name)
                .orElseThrow(() ->
                        new ParameterException(spec.commandLine(), "no scenario " + name + "; there are " + names())));
    }

    private boolean isRight(Simulation simulation, long seed, Recorder.Detail detail) {
        PrintWriter out = spec.commandLine().getOut();
        EndedRun run = simulation.run(Plan.of(seed), detail);
        run.recorder().lines().forEach(out::println);
        out.println(run.recorder().hash() + " " + simulation.scenario().name() + " seed " + seed);
        run.finding()
                .ifPresent(_ -> out.println(new Shrinker(simulation).shrink(run).story()));
        out.flush();
        return run.finding().isEmpty();
    }

    private static String names() {
        return Scenarios.all().stream().map(Scenario::name).collect(Collectors.joining(", "));
    }

    @Command(
            name = "gallery",
            description = "Looks for the defects of the gallery, and leaves their repaired twins alone.",
            mixinStandardHelpOptions = true)
    int gallery(
            @Parameters(arity = "0..*", paramLabel = "EXHIBIT", description = "Which; all unless some are named.")
                    @Nullable
                    List<String> names,
            @Option(
                            names = "--seeds",
                            defaultValue = "300",
                            paramLabel = "N",
                            description = "For each twin; default ${DEFAULT-VALUE}.")
                    int seeds) {
        Logs.silence();
        List<Exhibit> exhibits = exhibits(names == null ? List.of() : names);
        PrintWriter out = spec.commandLine().getOut();
        int found = 0;
        int clean = 0;
        for (Exhibit exhibit : exhibits) {
            GalleryTrial trial = new GalleryTrial(exhibit);
            Optional<EndedRun> defect = trial.find(DEFECT_SEEDS);
            Optional<EndedRun> alarm = trial.falseAlarm(seeds);
            found += defect.isPresent() ? 1 : 0;
            clean += alarm.isEmpty() ? 1 : 0;
            out.printf("%-18s %s%n", exhibit.name(), exhibit.defect());
            out.printf("%-18s %s%n", "", defect.map(SimulateCommand::told).orElse("NOT FOUND"));
            alarm.ifPresent(run -> out.printf("%-18s FALSE ALARM: %s%n", "", told(run)));
            out.flush();
        }
        int all = exhibits.size();
        out.printf(
                "%d of %d defects found, %d of %d repairs clean, %d false alarms%n",
                found, all, clean, all, all - clean);
        return found == all && clean == all ? 0 : 1;
    }

    private List<Exhibit> exhibits(List<String> names) {
        List<String> known = Gallery.all().stream().map(Exhibit::name).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new ParameterException(
                        spec.commandLine(), "no exhibit " + name + "; there are " + String.join(", ", known));
            }
        }
        return Gallery.all().stream()
                .filter(exhibit -> names.isEmpty() || names.contains(exhibit.name()))
                .toList();
    }

    private static String told(EndedRun run) {
        return "seed " + run.plan().seed() + " "
                + run.finding().map(Finding::toString).orElse("is right");
    }

    @Command(
            name = "bench",
            description = "Measures schedules a second: three controllers, thirty objects, several hundred steps.",
            mixinStandardHelpOptions = true)
    int bench(
            @Option(names = "--seconds", defaultValue = "10", description = "How long; default ${DEFAULT-VALUE}.")
                    int seconds) {
        Logs.silence();
        int cores = Runtime.getRuntime().availableProcessors();
        try (Env env = RealEnv.create("bench")) {
            SimulationBench bench = new SimulationBench(env, cores);
            PrintWriter out = spec.commandLine().getOut();
            out.println("warming up, at most two minutes ...");
            out.flush();
            bench.warmUp();
            SimulationBench.Speed speed = bench.measure(Duration.ofSeconds(seconds));
            out.printf(
                    Locale.ROOT,
                    "%.0f schedules a second on %d cores; %.0f for each second of a core's time%n",
                    speed.perSecond(),
                    cores,
                    speed.perCoreAndSecond());
        }
        return 0;
    }
}
