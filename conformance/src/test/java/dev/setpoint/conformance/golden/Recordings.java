package dev.setpoint.conformance.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/// All recorded conversations, each a test against some server.
///
/// One of them alone, with the differences: `-Dsetpoint.golden=apply/conflict`
final class Recordings {
    private static final int AT_ONCE = 8;
    private static final String ONLY = System.getProperty("setpoint.golden", "");

    private final List<Scenario> scenarios;
    private final NotYet notYet;

    private Recordings(List<Scenario> scenarios, NotYet notYet) {
        this.scenarios = scenarios;
        this.notYet = notYet;
    }

    static Recordings load() {
        return new Recordings(Scenario.all(), NotYet.load());
    }

    /// Those of some areas: `controllers`, `apps`.
    Recordings of(Collection<String> areas) {
        List<Scenario> chosen = scenarios.stream()
                .filter(scenario -> areas.contains(
                        scenario.name().substring(0, scenario.name().indexOf('/'))))
                .toList();
        return new Recordings(chosen, notYet);
    }

    List<String> names() {
        return scenarios.stream().map(Scenario::name).toList();
    }

    Iterable<String> notYet() {
        return notYet.names();
    }

    /// All that may run together begin at once; their tests wait for them in turn. So the serial ones, which come last,
    /// run alone.
    Stream<DynamicTest> playedTo(Wire wire) {
        Semaphore places = new Semaphore(AT_ONCE);
        Executor executor = task -> Thread.ofVirtual().start(() -> {
            places.acquireUninterruptibly();
            try {
                task.run();
            } finally {
                places.release();
            }
        });
        List<Scenario> chosen = scenarios.stream()
                .filter(scenario -> scenario.name().contains(ONLY))
                .toList();
        List<DynamicTest> together = chosen.stream()
                .filter(scenario -> !scenario.isSerial())
                .map(scenario -> {
                    CompletableFuture<Optional<Difference>> result =
                            CompletableFuture.supplyAsync(() -> play(wire, scenario), executor);
                    return DynamicTest.dynamicTest(scenario.name(), () -> judge(scenario, result.join()));
                })
                .toList();
        Stream<DynamicTest> alone = chosen.stream()
                .filter(Scenario::isSerial)
                .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> judge(scenario, play(wire, scenario))));
        return Stream.concat(together.stream(), alone);
    }

    private Optional<Difference> play(Wire wire, Scenario scenario) {
        Patience patience = notYet.reason(scenario.name()).isPresent() ? Patience.HASTY : Patience.PATIENT;
        return new Conversation(wire, scenario, patience).play();
    }

    private void judge(Scenario scenario, Optional<Difference> difference) {
        Optional<String> reason = notYet.reason(scenario.name());
        if (reason.isEmpty()) {
            assertThat(difference.map(Difference::shown).orElse("")).isEmpty();
        } else {
            assertThat(difference)
                    .as(scenario.name() + " passes now: take it off not-yet.txt (" + reason.get() + ")")
                    .isPresent();
        }
    }
}
