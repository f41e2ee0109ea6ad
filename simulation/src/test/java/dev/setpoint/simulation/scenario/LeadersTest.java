package dev.setpoint.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.simulation.EndedRun;
import dev.setpoint.simulation.Plan;
import dev.setpoint.simulation.Simulation;
import dev.setpoint.simulation.fault.Fault;
import dev.setpoint.simulation.fault.Injection;
import dev.setpoint.simulation.trace.Recorder;
import dev.setpoint.simulation.trace.Recorder.Event;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeadersTest {
    /// It has chosen what to write, and sleeps until another leads.
    @Test
    void aLeaderThatWakesUpTooLateWritesNothing() {
        Injection freeze = Injection.at("manager-1", "create pods", 2, Fault.FREEZE, Duration.ofSeconds(8));
        EndedRun run = Simulation.of(Scenarios.find("leaders").orElseThrow())
                .run(Plan.exactly(1, freeze).withOrder(Plan.Order.FIRST_COME), Recorder.Detail.EVERYTHING);

        assertThat(run.finding()).isEmpty();
        List<Event> story = run.recorder().story();
        long frozen = at(story, "FAULT", "FREEZE");
        long taken = at(story, "manager-2", "is answered pods/");
        long awake = story.stream()
                .filter(event -> event.who().equals("manager-1") && event.nanos() > frozen)
                .findFirst()
                .orElseThrow()
                .nanos();
        assertThat(taken).isBetween(frozen, awake);
        assertThat(story)
                .filteredOn(event -> event.nanos() == awake && event.who().equals("manager-1"))
                .as("it tries, and is refused")
                .anyMatch(event -> event.what().startsWith("calls create pods/"))
                .noneMatch(event -> event.what().startsWith("is answered pods/"));
    }

    private static long at(List<Event> story, String who, String what) {
        return story.stream()
                .filter(event -> event.who().equals(who) && event.what().startsWith(what))
                .findFirst()
                .orElseThrow()
                .nanos();
    }
}
