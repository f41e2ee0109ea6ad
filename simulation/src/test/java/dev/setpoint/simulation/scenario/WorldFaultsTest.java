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

/// What befalls not one process but the world around it.
class WorldFaultsTest {
    private static final Duration LENGTH = Duration.ofSeconds(6);

    @Test
    void whoeverWritesWaitsForAStoreThatStalls() {
        assertThat(silence(story(Fault.STORE_STALLS), "kube-controller-manager", "is answered"))
                .isGreaterThanOrEqualTo(LENGTH.toNanos());
    }

    @Test
    void slowNodesDoNothingForAMoment() {
        assertThat(silence(story(Fault.NODES_SLOW), "kubelet", ""))
                .isBetween(LENGTH.toNanos(), LENGTH.toNanos() * 10 - 1);
    }

    @Test
    void lostNodesComeBack() {
        assertThat(silence(story(Fault.NODES_LOST), "kubelet", "")).isGreaterThanOrEqualTo(LENGTH.toNanos() * 10);
    }

    /// How long after the fault nothing of this kind is heard of somebody.
    private static long silence(List<Event> story, String who, String what) {
        long begin = story.stream()
                .filter(event -> event.who().equals("FAULT"))
                .findFirst()
                .orElseThrow()
                .nanos();
        return story.stream()
                        .filter(event -> event.nanos() > begin
                                && event.who().equals(who)
                                && event.what().startsWith(what))
                        .findFirst()
                        .orElseThrow()
                        .nanos()
                - begin;
    }

    /// Of a rollout in which this happens while pods are created, and which is right all the same.
    private static List<Event> story(Fault fault) {
        Injection injection = Injection.at("kube-controller-manager", "create pods", 2, fault, LENGTH);
        EndedRun run = Simulation.of(Scenarios.find("rollout").orElseThrow())
                .run(Plan.exactly(1, injection), Recorder.Detail.EVERYTHING);
        assertThat(run.finding()).isEmpty();
        assertThat(run.injected()).containsExactly(injection);
        return run.recorder().story();
    }
}
