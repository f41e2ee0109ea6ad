package dev.setpoint.agent.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.setpoint.machinery.time.Timestamps;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PodLifecycleTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration START = Duration.ofMillis(20);

    private Instant now = BEGIN;
    private final List<String> told = new ArrayList<>();

    @Test
    void isCreatedBeforeItRuns() {
        Pod pod = apply(Pods.pod(Map.of()));

        assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
        assertThat(pod.getStatus().getStartTime()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(pod.getStatus().getHostIP()).isEqualTo("172.18.0.2");
        assertThat(pod.getStatus().getPodIP()).isNull();
        assertThat(Pods.only(pod).getState().getWaiting().getReason()).isEqualTo("ContainerCreating");
        assertThat(Pods.conditions(pod))
                .containsExactly(
                        "PodReadyToStartContainers=False",
                        "Initialized=True",
                        "Ready=False ContainersNotReady containers with unready status: [main]",
                        "ContainersReady=False ContainersNotReady containers with unready status: [main]",
                        "PodScheduled=True");
        assertThat(told).isEmpty();
    }

    @Test
    void runsAndIsReadyAfterTheStart() {
        Pod pod = apply(Pods.pod(Map.of()));
        now = now.plus(START);
        pod = apply(pod);

        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
        assertThat(pod.getStatus().getPodIP()).isEqualTo("10.244.0.2");
        assertThat(pod.getStatus().getObservedGeneration()).isEqualTo(3);
        assertThat(Pods.only(pod).getReady()).isTrue();
        assertThat(Pods.only(pod).getStarted()).isTrue();
        assertThat(Pods.only(pod).getState().getRunning().getStartedAt()).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(Pods.only(pod).getContainerID()).startsWith("simulated://");
        assertThat(Pods.only(pod).getImageID()).startsWith("nginx@sha256:");
        assertThat(Pods.conditions(pod))
                .containsExactly(
                        "PodReadyToStartContainers=True",
                        "Initialized=True",
                        "Ready=True",
                        "ContainersReady=True",
                        "PodScheduled=True");
        assertThat(told)
                .containsExactly(
                        "spec.containers{main} NORMAL Pulled Container image \"nginx:1.25\" already present on machine"
                                + " and can be accessed by the pod",
                        "spec.containers{main} NORMAL Created Container created",
                        "spec.containers{main} NORMAL Started Container started");
        assertThat(step(pod)).isEqualTo(new PodStep.Rest(List.of(), Optional.empty()));
    }

    @Test
    void anAgentThatComesLateCatchesUpInOneWrite() {
        Pod pod = new PodBuilder(Pods.pod(Map.of()))
                .withNewStatus()
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("True")
                .withLastTransitionTime(Timestamps.seconds(BEGIN))
                .endCondition()
                .endStatus()
                .build();
        now = BEGIN.plusSeconds(3);

        assertThat(apply(pod).getStatus().getPhase()).isEqualTo("Running");
    }

    @Test
    void waitsForTheProbesInitialDelay() {
        Pod pod = new PodBuilder(Pods.pod(Map.of()))
                .editSpec()
                .editFirstContainer()
                .withNewReadinessProbe()
                .withInitialDelaySeconds(5)
                .endReadinessProbe()
                .endContainer()
                .endSpec()
                .build();
        pod = run(pod, Duration.ofSeconds(4));
        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
        assertThat(Pods.only(pod).getReady()).isFalse();

        pod = run(pod, Duration.ofSeconds(2));

        assertThat(Pods.only(pod).getReady()).isTrue();
        assertThat(Pods.conditions(pod)).contains("Ready=True");
    }

    @Test
    void readinessCanBeDeclared() {
        assertThat(Pods.only(run(Pods.pod(Map.of("ready-after-seconds", "30")), Duration.ofSeconds(29)))
                        .getReady())
                .isFalse();
        assertThat(Pods.only(run(Pods.pod(Map.of("ready-after-seconds", "30")), Duration.ofSeconds(31)))
                        .getReady())
                .isTrue();
        assertThat(Pods.only(run(Pods.pod(Map.of("ready-after-seconds", "never")), Duration.ofDays(1)))
                        .getReady())
                .isFalse();
    }

    @Test
    void readinessGatesHoldThePodBack() {
        Pod gated = new PodBuilder(Pods.pod(Map.of()))
                .editSpec()
                .addNewReadinessGate("example.com/open")
                .endSpec()
                .build();
        Pod pod = run(gated, Duration.ofSeconds(1));
        assertThat(Pods.conditions(pod))
                .contains("Ready=False ReadinessGatesNotReady corresponding condition of pod readiness gate"
                        + " \"example.com/open\" does not exist.");

        pod = new PodBuilder(pod)
                .editStatus()
                .addNewCondition()
                .withType("example.com/open")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
        pod = apply(pod);

        assertThat(Pods.conditions(pod)).contains("Ready=True", "example.com/open=True");
    }

    @Test
    void initContainersRunOneAfterAnother() {
        Pod pod = run(Pods.withInit(Pods.pod(Map.of("init-seconds", "10"))), Duration.ofSeconds(5));
        assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
        assertThat(pod.getStatus().getInitContainerStatuses().get(0).getState().getRunning())
                .isNotNull();
        assertThat(pod.getStatus()
                        .getInitContainerStatuses()
                        .get(1)
                        .getState()
                        .getWaiting()
                        .getReason())
                .isEqualTo("PodInitializing");
        assertThat(Pods.only(pod).getState().getWaiting().getReason()).isEqualTo("PodInitializing");
        assertThat(Pods.conditions(pod))
                .contains("Initialized=False ContainersNotInitialized containers with incomplete status: [a b]");

        pod = run(pod, Duration.ofSeconds(20));

        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
        assertThat(pod.getStatus().getInitContainerStatuses())
                .allMatch(
                        status -> status.getState().getTerminated().getReason().equals("Completed"));
        assertThat(Pods.conditions(pod)).contains("Initialized=True", "Ready=True");
    }

    @Test
    void aSidecarRunsBesideTheContainersAndEndsAfterThem() {
        Pod pod = new PodBuilder(Pods.pod(Map.of("run-seconds", "10")))
                .editSpec()
                .withRestartPolicy("Never")
                .addNewInitContainer()
                .withName("proxy")
                .withImage("proxy:1")
                .withRestartPolicy("Always")
                .endInitContainer()
                .endSpec()
                .build();
        pod = run(pod, Duration.ofSeconds(5));
        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
        assertThat(pod.getStatus().getInitContainerStatuses().getFirst().getReady())
                .isTrue();

        pod = run(pod, Duration.ofSeconds(10));

        assertThat(pod.getStatus().getPhase()).isEqualTo("Succeeded");
        assertThat(pod.getStatus()
                        .getInitContainerStatuses()
                        .getFirst()
                        .getState()
                        .getTerminated())
                .isNotNull();
    }

    @Test
    void completesWhenItIsNotToBeRestarted() {
        Pod pod = run(Pods.restarting(Pods.pod(Map.of("run-seconds", "2")), "OnFailure"), Duration.ofSeconds(3));

        assertThat(pod.getStatus().getPhase()).isEqualTo("Succeeded");
        assertThat(Pods.only(pod).getState().getTerminated().getReason()).isEqualTo("Completed");
        assertThat(Pods.conditions(pod))
                .contains(
                        "Initialized=True PodCompleted",
                        "Ready=False PodCompleted",
                        "ContainersReady=False PodCompleted");
        assertThat(step(pod)).isEqualTo(new PodStep.Rest(List.of(), Optional.empty()));
    }

    @Test
    void failsForGoodWhenItIsNeverRestarted() {
        Pod pod = run(Pods.restarting(Pods.pod(Map.of("exit-code", "3")), "Never"), Duration.ofSeconds(1));

        assertThat(pod.getStatus().getPhase()).isEqualTo("Failed");
        assertThat(Pods.only(pod).getState().getTerminated().getExitCode()).isEqualTo(3);
        assertThat(Pods.only(pod).getState().getTerminated().getReason()).isEqualTo("Error");
    }

    @Test
    void podsOfAJobCompleteByThemselves() {
        Pod pod = new PodBuilder(Pods.restarting(Pods.pod(Map.of()), "Never"))
                .editMetadata()
                .addNewOwnerReference()
                .withKind("Job")
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .build();

        assertThat(run(pod, Duration.ofSeconds(2)).getStatus().getPhase()).isEqualTo("Succeeded");
    }

    @Test
    void crashesAreRestartedAfterGrowingPauses() {
        Pod pod = Pods.pod(Map.of("exit-code", "1", "run-seconds", "1"));
        List<Long> pauses = new ArrayList<>();
        Instant waitingSince = now;
        int restarts = 0;
        while (restarts < 8) {
            pod = run(pod, Duration.ofSeconds(1));
            if (Pods.only(pod).getState().getRunning() == null) {
                continue;
            }
            if (Pods.only(pod).getRestartCount() > restarts) {
                restarts = Pods.only(pod).getRestartCount();
                Instant ended = Timestamps.parse(
                                Pods.only(pod).getLastState().getTerminated().getFinishedAt())
                        .orElse(now);
                pauses.add(Duration.between(ended, now).toSeconds());
                assertThat(ended).isAfterOrEqualTo(waitingSince);
                waitingSince = now;
            }
        }

        assertThat(pauses).containsExactly(0L, 10L, 20L, 40L, 80L, 160L, 300L, 300L);
    }

    @Test
    void aCrashLoopIsNamed() {
        Pod pod = run(Pods.pod(Map.of("exit-code", "1", "run-seconds", "1")), Duration.ofSeconds(5));

        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
        assertThat(Pods.only(pod).getState().getWaiting().getReason()).isEqualTo("CrashLoopBackOff");
        assertThat(Pods.only(pod).getState().getWaiting().getMessage())
                .isEqualTo("back-off 10s restarting failed container=main pod=web_default(uid-web)");
        assertThat(Pods.only(pod).getLastState().getTerminated().getExitCode()).isEqualTo(1);
        assertThat(told)
                .contains("spec.containers{main} WARNING BackOff"
                        + " Back-off restarting failed container main in pod web_default(uid-web)");
    }

    @Test
    void anImageThatCannotBePulledIsNamed() {
        Pod pod = Pods.pod(Map.of("image-pull-error", "not found"));
        pod = run(pod, Duration.ofSeconds(5));
        assertThat(Pods.only(pod).getState().getWaiting().getReason()).isEqualTo("ErrImagePull");
        assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");

        pod = run(pod, Duration.ofSeconds(10));
        assertThat(Pods.only(pod).getState().getWaiting().getReason()).isEqualTo("ImagePullBackOff");
        assertThat(Pods.only(pod).getState().getWaiting().getMessage())
                .isEqualTo("Back-off pulling image \"nginx:1.25\": ErrImagePull: not found");

        Pod repaired = new PodBuilder(pod)
                .editMetadata()
                .withAnnotations(Map.of())
                .endMetadata()
                .build();
        assertThat(apply(repaired).getStatus().getPhase()).isEqualTo("Running");
    }

    @Test
    void theDeadlineOfThePodEndsIt() {
        Pod pod = new PodBuilder(Pods.pod(Map.of()))
                .editSpec()
                .withActiveDeadlineSeconds(60L)
                .endSpec()
                .build();
        pod = run(pod, Duration.ofSeconds(59));
        assertThat(pod.getStatus().getPhase()).isEqualTo("Running");

        pod = run(pod, Duration.ofSeconds(2));

        assertThat(pod.getStatus().getPhase()).isEqualTo("Failed");
        assertThat(pod.getStatus().getReason()).isEqualTo("DeadlineExceeded");
    }

    @Test
    void aDeletedPodIsRemovedAndPeopleAreTold() {
        Pod pod = deleted(run(Pods.pod(Map.of()), Duration.ofSeconds(1)), 30);
        told.clear();

        assertThat(step(pod)).isInstanceOfSatisfying(PodStep.Remove.class, remove -> {
            assertThat(remove.last()).isEmpty();
            assertThat(remove.happenings())
                    .extracting(Happening::reason, Happening::message)
                    .containsExactly(tuple("Killing", "Stopping container main"));
        });
    }

    @Test
    void stoppingTakesAsLongAsDeclaredButNoLongerThanTheGracePeriod() {
        Pod pod = deleted(run(Pods.pod(Map.of("stop-seconds", "60")), Duration.ofSeconds(1)), 30);

        assertThat(step(pod)).isInstanceOfSatisfying(PodStep.Rest.class, rest -> {
            assertThat(rest.happenings()).hasSize(1);
            assertThat(rest.again()).contains(Duration.ofSeconds(30));
        });
        now = now.plusSeconds(30);
        assertThat(step(pod)).isEqualTo(new PodStep.Remove(Optional.empty(), List.of()));
    }

    @Test
    void whoHoldsThePodBackSeesHowItEnded() {
        Pod pod = new PodBuilder(run(Pods.pod(Map.of()), Duration.ofSeconds(1)))
                .editMetadata()
                .addToFinalizers("batch.kubernetes.io/job-tracking")
                .endMetadata()
                .build();
        Pod deleted = deleted(pod, 30);

        PodStep.Remove remove = (PodStep.Remove) step(deleted);
        PodStatus last = Pods.status(remove.last().orElseThrow());
        assertThat(last.getPhase()).isEqualTo("Succeeded");
        assertThat(last.getContainerStatuses()
                        .getFirst()
                        .getState()
                        .getTerminated()
                        .getExitCode())
                .isZero();

        Pod held = new PodBuilder(deleted)
                .editMetadata()
                .withDeletionGracePeriodSeconds(0L)
                .endMetadata()
                .withStatus(last)
                .build();
        assertThat(step(held)).isEqualTo(new PodStep.Rest(List.of(), Optional.empty()));
    }

    // ---- the world of one pod ---------------------------------------------------------------------------------

    private PodStep step(Pod pod) {
        PodView view = new PodView(Pods.tree(pod));
        return PodLifecycle.step(view, Behavior.of(view, START), "172.18.0.2", "10.244.0.2", now);
    }

    /// One look at the pod, with its status written.
    private Pod apply(Pod pod) {
        return switch (step(pod)) {
            case PodStep.Rest rest -> {
                tell(rest.happenings());
                yield pod;
            }
            case PodStep.Report report -> {
                tell(report.happenings());
                yield new PodBuilder(pod)
                        .withStatus(Pods.status(report.status()))
                        .build();
            }
            case PodStep.Remove _ -> throw new AssertionError("removed");
        };
    }

    private void tell(List<Happening> happenings) {
        happenings.forEach(happening -> told.add(
                happening.part() + " " + happening.type() + " " + happening.reason() + " " + happening.message()));
    }

    /// Looks whenever a step asked for it, for this long.
    private Pod run(Pod pod, Duration duration) {
        Instant end = now.plus(duration);
        Pod current = pod;
        while (true) {
            current = apply(current);
            Optional<Duration> again = step(current) instanceof PodStep.Rest rest ? rest.again() : Optional.empty();
            if (again.isEmpty() || now.plus(again.get()).isAfter(end)) {
                now = end;
                return apply(current);
            }
            now = now.plus(again.get());
        }
    }

    private Pod deleted(Pod pod, long grace) {
        return new PodBuilder(pod)
                .editMetadata()
                .withDeletionTimestamp(Timestamps.seconds(now.plusSeconds(grace)))
                .withDeletionGracePeriodSeconds(grace)
                .endMetadata()
                .build();
    }
}
