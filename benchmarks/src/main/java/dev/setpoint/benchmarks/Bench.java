package dev.setpoint.benchmarks;

import dev.setpoint.benchmarks.codec.CodecScenario;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// `./setpoint bench [scenario]`: runs one scenario, or all of them.
public final class Bench {
    private static final List<Scenario> SCENARIOS =
            List.of(new StartScenario(), new CodecScenario(), new RolloutScenario());

    private Bench() {}

    public static void main(String[] arguments) throws Exception {
        System.exit(run(List.of(arguments)));
    }

    static int run(List<String> arguments) throws Exception {
        String names = SCENARIOS.stream().map(Scenario::name).collect(Collectors.joining(", "));
        if (arguments.contains("--help")) {
            System.out.println("Usage: setpoint bench [scenario]\nScenarios: " + names);
            return 0;
        }
        List<Scenario> chosen = SCENARIOS;
        if (!arguments.isEmpty()) {
            Optional<Scenario> found = SCENARIOS.stream()
                    .filter(scenario -> scenario.name().equals(arguments.getFirst()))
                    .findFirst();
            if (found.isEmpty()) {
                System.err.println("setpoint: no scenario " + arguments.getFirst() + " (there are: " + names + ")");
                return 2;
            }
            chosen = List.of(found.get());
        }
        boolean met = true;
        for (Scenario scenario : chosen) {
            for (Figure figure : scenario.measure()) {
                System.out.println(figure.line());
                met &= figure.met();
            }
        }
        return met ? 0 : 1;
    }
}
