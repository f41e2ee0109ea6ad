package dev.setpoint.benchmarks;

import dev.setpoint.benchmarks.codec.CodecScenario;
import dev.setpoint.benchmarks.scenario.ApplyScenario;
import dev.setpoint.benchmarks.scenario.CreateScenario;
import dev.setpoint.benchmarks.scenario.DeleteCollectionScenario;
import dev.setpoint.benchmarks.scenario.GetScenario;
import dev.setpoint.benchmarks.scenario.LatencyScenario;
import dev.setpoint.benchmarks.scenario.LinearScenario;
import dev.setpoint.benchmarks.scenario.ListScenario;
import dev.setpoint.benchmarks.scenario.MachineScenario;
import dev.setpoint.benchmarks.scenario.MemoryScenario;
import dev.setpoint.benchmarks.scenario.PatchScenario;
import dev.setpoint.benchmarks.scenario.RolloutScenario;
import dev.setpoint.benchmarks.scenario.ScaleScenario;
import dev.setpoint.benchmarks.scenario.StartScenario;
import dev.setpoint.benchmarks.scenario.UpdateScenario;
import dev.setpoint.benchmarks.scenario.WatchScenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `./setpoint bench [scenario ...] [--quick] [--json FILE] [--svg FILE]`: runs the scenarios, or all of them, and
/// tells which goals
/// were missed.
public final class Bench {
    private static final List<BenchScenario> SCENARIOS = List.of(
            new MachineScenario(),
            new CreateScenario(),
            new GetScenario(),
            new UpdateScenario(),
            new PatchScenario(),
            new ApplyScenario(),
            new ListScenario(),
            new WatchScenario(),
            new DeleteCollectionScenario(),
            new LatencyScenario(),
            new MemoryScenario(),
            new RolloutScenario(),
            new StartScenario(),
            new CodecScenario(),
            new LinearScenario());

    /// Takes some ten minutes and 8 GB: runs only when it is named.
    private static final List<BenchScenario> BY_NAME = List.of(new ScaleScenario());

    /// Kept, since a logger that nobody holds forgets its level.
    private static final Logger JETTY = Logger.getLogger("org.eclipse.jetty");

    private static final Pattern SCALE = Pattern.compile("(\\d{1,6}),(\\d{1,7})");

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        JETTY.setLevel(Level.WARNING);
        System.exit(run(List.of(arguments)));
    }

    static int run(List<String> arguments) throws Exception {
        List<BenchScenario> chosen = new ArrayList<>();
        Size size = Size.FULL;
        UnaryOperator<Size> scaled = UnaryOperator.identity();
        Optional<Path> json = Optional.empty();
        Optional<Path> svg = Optional.empty();
        Deque<String> rest = new ArrayDeque<>(arguments);
        while (!rest.isEmpty()) {
            String argument = rest.pop();
            switch (argument) {
                case "--help" -> {
                    System.out.println(usage());
                    return 0;
                }
                case "--quick" -> size = Size.QUICK;
                case "--scale" -> {
                    Matcher given = SCALE.matcher(Objects.requireNonNullElse(rest.poll(), ""));
                    if (!given.matches()) {
                        return refuse("--scale: expected NODES,PODS");
                    }
                    int nodes = Integer.parseInt(given.group(1));
                    int pods = Integer.parseInt(given.group(2));
                    scaled = chosenSize -> chosenSize.withScale(nodes, pods);
                }
                case "--json" -> {
                    if (rest.isEmpty()) {
                        return refuse("--json: no file (expected: the name of one)");
                    }
                    json = Optional.of(Path.of(rest.pop()));
                }
                case "--svg" -> {
                    if (rest.isEmpty()) {
                        return refuse("--svg: no file (expected: the name of one)");
                    }
                    svg = Optional.of(Path.of(rest.pop()));
                }
                default -> {
                    Optional<BenchScenario> found = all().filter(
                                    scenario -> scenario.name().equals(argument))
                            .findFirst();
                    if (found.isEmpty()) {
                        return refuse("no scenario " + argument + " (there are: " + names() + ")");
                    }
                    chosen.add(found.get());
                }
            }
        }
        List<Figure> figures = measure(chosen.isEmpty() ? SCENARIOS : chosen, scaled.apply(size));
        if (json.isPresent()) {
            Files.writeString(json.get(), Report.json(figures));
        }
        if (svg.isPresent()) {
            Files.writeString(svg.get(), Drawing.svg(figures));
        }
        return Report.conclude(figures);
    }

    /// Figures are printed as they come: whoever waits for the last has something to read.
    private static List<Figure> measure(List<BenchScenario> scenarios, Size size) throws Exception {
        List<Figure> figures = new ArrayList<>();
        System.out.println(Figure.HEADING);
        try (Lab lab = new Lab(size)) {
            for (BenchScenario scenario : scenarios) {
                lab.say(scenario.name());
                for (Figure figure : scenario.measure(lab)) {
                    System.out.println(figure.line());
                    figures.add(figure);
                }
            }
        }
        return figures;
    }

    private static int refuse(String why) {
        System.err.println("setpoint: " + why);
        return 2;
    }

    private static String usage() {
        return """
                Usage: setpoint bench [scenario ...] [--quick] [--json FILE] [--svg FILE] [--scale NODES,PODS]
                Measures the scenarios, or all of them, against their goals. Exits with 1 when a goal is missed.
                      --quick              seconds for each scenario; figures to be kept need the long form
                      --json FILE          writes the figures there, too
                      --svg FILE           draws the curves of linear and scale there
                      --scale NODES,PODS   size of the cluster in the scenario scale, which runs only when it is named
                Scenarios: %s""".formatted(names());
    }

    private static String names() {
        return all().map(BenchScenario::name).collect(Collectors.joining(", "));
    }

    private static Stream<BenchScenario> all() {
        return Stream.concat(SCENARIOS.stream(), BY_NAME.stream());
    }
}
