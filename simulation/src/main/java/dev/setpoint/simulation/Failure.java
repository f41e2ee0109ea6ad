package dev.setpoint.simulation;

import dev.setpoint.simulation.fault.Injection;
import dev.setpoint.simulation.trace.Recorder;
import java.util.Locale;
import java.util.stream.Collectors;

/// A failure that has been reduced, for people.
public record Failure(String scenario, EndedRun run) {
    private static final int LONGEST_LINE = 200;
    private static final int MOST_LINES = 120;

    /// What happened, step by step, and the test to paste.
    public String story() {
        StringBuilder text = new StringBuilder();
        text.append(scenario)
                .append(' ')
                .append(run.finding().map(Finding::toString).orElse("is right"))
                .append("\n\n");
        int faults = run.injected().size();
        text.append(faults == 0 ? "It takes no fault" : "It takes " + faults + (faults == 1 ? " fault" : " faults"));
        text.append(
                run.plan().order() == Plan.Order.FIRST_COME ? ", and no luck:\n" : ", and the schedule of its seed:\n");
        run.recorder().story().stream()
                .filter(event -> !event.what().startsWith("is answered"))
                .limit(MOST_LINES)
                .forEach(event -> text.append(line(event)));
        return text.append("\nTo see it again:\n\n").append(test()).toString();
    }

    private static String line(Recorder.Event event) {
        String line = String.format(Locale.ROOT, "%10.3f s  %-12s %s", event.nanos() / 1e9, event.who(), event.what());
        return (line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "..." : line) + "\n";
    }

    /// A test that fails as long as the defect is there.
    public String test() {
        String order = run.plan().order() == Plan.Order.FIRST_COME ? ".withOrder(Plan.Order.FIRST_COME)" : "";
        String plan = run.plan().events() == Plan.Events.ONLY_RESYNC
                ? "Plan.of(" + run.plan().seed() + "L)"
                : "Plan.exactly(" + run.plan().seed() + "L" + injections() + ")";
        return """
                @Test
                void %s() {
                    Simulation.of(scenario()).check(%s%s);
                }
                """.formatted(name(), plan, order);
    }

    private String injections() {
        return run.injected().stream().map(Failure::injection).collect(Collectors.joining());
    }

    private static String injection(Injection injection) {
        return ",%n            Injection.at(\"%s\", \"%s\", %d, Fault.%s, Duration.ofMillis(%d))"
                .formatted(
                        injection.site().process(),
                        injection.site().call(),
                        injection.site().ordinal(),
                        injection.fault().name(),
                        injection.length().toMillis());
    }

    private String name() {
        StringBuilder name = new StringBuilder();
        boolean up = false;
        for (char letter : (scenario + " "
                        + run.finding().map(finding -> finding.oracle().words()).orElse(""))
                .toCharArray()) {
            if (Character.isLetterOrDigit(letter)) {
                name.append(up ? Character.toUpperCase(letter) : letter);
                up = false;
            } else {
                up = !name.isEmpty();
            }
        }
        return name.toString();
    }
}
