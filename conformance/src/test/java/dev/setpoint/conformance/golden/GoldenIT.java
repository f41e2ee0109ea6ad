package dev.setpoint.conformance.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Answers as Kubernetes v1.36 does, in every recorded conversation but those on the list of what does not pass yet.
///
/// One of them alone, with the differences: `-Dsetpoint.golden=apply/conflict`
class GoldenIT {
    private static final int AT_ONCE = 8;

    /// The recorded administrator, too, had a token: whoever has a certificate is known whatever else they show.
    private static final String TOKEN = "golden";

    private static final String ONLY = System.getProperty("setpoint.golden", "");

    private static final List<Scenario> scenarios = Scenario.all();
    private static final NotYet notYet = NotYet.load();
    private static Cluster cluster;
    private static Wire wire;

    @BeforeAll
    static void start() {
        cluster = Cluster.withoutNodes(TOKEN + ",admin,admin,system:masters\n");
        wire = new Wire(cluster.kubeconfig(), TOKEN);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void knowsEveryScenarioThatIsListed() {
        assertThat(scenarios).hasSizeGreaterThanOrEqualTo(148);
        assertThat(scenarios.stream().map(Scenario::name)).containsAll(notYet.names());
    }

    /// All that may run together begin at once; their tests wait for them in turn. So the serial ones, which come last,
    /// run alone.
    @TestFactory
    Stream<DynamicTest> answersAsRecorded() {
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
                            CompletableFuture.supplyAsync(() -> play(scenario), executor);
                    return DynamicTest.dynamicTest(scenario.name(), () -> judge(scenario, result.join()));
                })
                .toList();
        Stream<DynamicTest> alone = chosen.stream()
                .filter(Scenario::isSerial)
                .map(scenario -> DynamicTest.dynamicTest(scenario.name(), () -> judge(scenario, play(scenario))));
        return Stream.concat(together.stream(), alone);
    }

    private static Optional<Difference> play(Scenario scenario) {
        Patience patience = notYet.reason(scenario.name()).isPresent() ? Patience.HASTY : Patience.PATIENT;
        return new Conversation(wire, scenario, patience).play();
    }

    private static void judge(Scenario scenario, Optional<Difference> difference) {
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
