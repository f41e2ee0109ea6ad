package dev.setpoint.agent.pod;

import dev.setpoint.agent.pod.ContainerRun.State;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.event.EventRecorder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// What a kubelet would do next for a pod, given what the API shows of it and the time.
///
///     bound ─▶ ContainerCreating ─▶ init containers, one by one ─▶ Running ─▶ ready ─▶ ended, restarted or complete
///                                            deleted ─▶ stopping ─▶ removed
///
/// A step goes as far as the present allows: an agent that comes late catches up in one write.
public final class PodLifecycle {
    /// Behind by more than this, nobody would see the pod being created any more. Times in statuses are whole seconds.
    private static final Duration LATE = Duration.ofSeconds(2);

    private final PodView pod;
    private final JsonObject status;
    private final Optional<Instant> startTime;
    private final Behavior behavior;
    private final String hostIp;
    private final String podIp;
    private final Instant now;
    private final List<Happening> happenings = new ArrayList<>();
    private @Nullable Instant next;

    private PodLifecycle(PodView pod, Behavior behavior, String hostIp, String podIp, Instant now) {
        this.pod = pod;
        this.status = pod.status();
        this.startTime = pod.startTime();
        this.behavior = behavior;
        this.hostIp = hostIp;
        this.podIp = podIp;
        this.now = now;
    }

    /// @param podIp the address it gets if it has none yet
    public static PodStep step(PodView pod, Behavior behavior, String hostIp, String podIp, Instant now) {
        return new PodLifecycle(pod, behavior, hostIp, podIp, now).step();
    }

    private PodStep step() {
        if (PodPhase.isTerminal(status)) {
            boolean heldBack = pod.deletionGrace().isZero() && pod.hasFinalizers();
            return pod.deleting() && !heldBack
                    ? new PodStep.Remove(Optional.empty(), List.of())
                    : new PodStep.Rest(List.of(), Optional.empty());
        }
        if (pod.deleting()) {
            return stop();
        }
        if (overdue()) {
            return report(expired());
        }
        return started() ? advance() : begin();
    }

    // ---- starting ---------------------------------------------------------------------------------------------

    private boolean started() {
        return startTime.isPresent() || behavior.start().isZero() || late();
    }

    /// The first write is for people who watch; when it comes late it is left out.
    private boolean late() {
        return pod.conditions().stream()
                .filter(condition -> condition.textOr("type", "").equals("PodScheduled"))
                .flatMap(condition -> PodView.time(condition, "lastTransitionTime").stream())
                .anyMatch(since -> since.plus(behavior.start()).plus(LATE).isBefore(now));
    }

    private PodStep begin() {
        lookAgainAt(now.plus(behavior.start()));
        return report(
                new PodReport(pod, initContainers(), containers(), now).of(PodPhase.PENDING, false, hostIp, podIp));
    }

    private PodStep advance() {
        Instant startAt = startTime().plus(behavior.start());
        if (startTime.isPresent() && startAt.isAfter(now) && !hasSandbox()) {
            lookAgainAt(startAt);
            return rest();
        }
        if (!behavior.imagePullError().isEmpty() && containers().stream().noneMatch(ContainerRun::ran)) {
            return report(waitingForImages());
        }
        List<ContainerRun> init = initContainers();
        boolean initialized = runInit(init);
        List<ContainerRun> main = containers();
        if (initialized) {
            main.replaceAll(this::evolve);
        }
        PodPhase phase = PodPhase.of(init, main);
        if (phase.terminal()) {
            init.replaceAll(this::endSidecar);
        }
        return report(new PodReport(pod, init, main, now).of(phase, true, hostIp, podIp));
    }

    private boolean hasSandbox() {
        return !pod.podIp().isEmpty();
    }

    /// An image that cannot be had is asked for again after growing pauses, for as long as the pod says so. The first
    /// pause decides which of its two names the trouble has.
    private JsonObject waitingForImages() {
        Instant firstPause = startTime().plus(behavior.start()).plus(RestartDelay.doubled(0));
        boolean backingOff = !firstPause.isAfter(now);
        List<ContainerRun> main = containers();
        main.replaceAll(container -> backingOff ? backOffPull(container) : failPull(container));
        lookAgainAt(backingOff ? now.plus(RestartDelay.LONGEST) : firstPause);
        return new PodReport(pod, initContainers(), main, now).of(PodPhase.PENDING, true, hostIp, podIp);
    }

    private ContainerRun failPull(ContainerRun container) {
        String image = container.image();
        String error = behavior.imagePullError();
        if (!hasSandbox()) {
            normal(container, "Pulling", "Pulling image \"" + image + "\"");
            warning(container, "Failed", "Failed to pull image \"" + image + "\": " + error);
            warning(container, "Failed", "Error: ErrImagePull");
        }
        return container.in(new State.Waiting("ErrImagePull", error));
    }

    private ContainerRun backOffPull(ContainerRun container) {
        String message = "Back-off pulling image \"" + container.image() + "\"";
        normal(container, "BackOff", message);
        return container.in(
                new State.Waiting("ImagePullBackOff", message + ": ErrImagePull: " + behavior.imagePullError()));
    }

    // ---- running ----------------------------------------------------------------------------------------------

    /// Runs init containers in order as far as the time allows; true when the others may run.
    private boolean runInit(List<ContainerRun> init) {
        for (int i = 0; i < init.size(); i++) {
            ContainerRun container = init.get(i);
            if (container.succeeded()) {
                continue;
            }
            if (container.sidecar()) {
                init.set(i, ready(container.running() ? container : start(container)));
                continue;
            }
            ContainerRun running = container.running() ? container : start(container);
            Instant since = ((State.Running) running.state()).since();
            Instant end = since.plus(behavior.init());
            if (end.isAfter(now)) {
                lookAgainAt(end);
                init.set(i, running);
                return false;
            }
            init.set(i, running.in(new State.Ended(0, "Completed", since, now)).ready(true));
        }
        return true;
    }

    private ContainerRun evolve(ContainerRun container) {
        return switch (container.state()) {
            case State.Waiting _ -> resume(container);
            case State.Running(var since) -> run(container, since);
            case State.Ended end -> restarts(container, end.exitCode()) ? afterEnd(container, end) : container;
        };
    }

    /// A container that waits starts, unless it ended too recently too often.
    private ContainerRun resume(ContainerRun container) {
        if (container.last().isEmpty()) {
            return ready(start(container));
        }
        State.Ended end = container.last().get();
        Instant due = end.until().plus(RestartDelay.after(end, container.restarts()));
        if (due.isAfter(now)) {
            lookAgainAt(due);
            return container;
        }
        return ready(restart(container));
    }

    private ContainerRun run(ContainerRun container, Instant since) {
        Optional<Instant> end = behavior.run().map(since::plus);
        if (end.isEmpty() || end.get().isAfter(now)) {
            end.ifPresent(this::lookAgainAt);
            return ready(container);
        }
        int code = behavior.exitCode();
        State.Ended ended = new State.Ended(code, code == 0 ? "Completed" : "Error", since, now);
        return restarts(container, code) ? afterEnd(container, ended) : container.in(ended);
    }

    private ContainerRun afterEnd(ContainerRun container, State.Ended end) {
        Duration delay = RestartDelay.after(end, container.restarts());
        if (delay.isZero()) {
            return ready(restart(container.ended(end, new State.Waiting("", ""))));
        }
        lookAgainAt(end.until().plus(delay));
        String name = container.name();
        warning(container, "BackOff", "Back-off restarting failed container " + name + " in pod " + who());
        String message =
                "back-off " + RestartDelay.text(delay) + " restarting failed container=" + name + " pod=" + who();
        return container.ended(end, new State.Waiting("CrashLoopBackOff", message));
    }

    private boolean restarts(ContainerRun container, int exitCode) {
        return switch (container.spec().textOr("restartPolicy", pod.restartPolicy())) {
            case "Never" -> false;
            case "OnFailure" -> exitCode != 0;
            default -> true;
        };
    }

    private ContainerRun start(ContainerRun container) {
        tellStart(container);
        ContainerRun running = container.in(new State.Running(now));
        behavior.run().ifPresent(run -> lookAgainAt(now.plus(run)));
        return running;
    }

    private ContainerRun restart(ContainerRun container) {
        tellStart(container);
        behavior.run().ifPresent(run -> lookAgainAt(now.plus(run)));
        return container.restarted(now);
    }

    private void tellStart(ContainerRun container) {
        normal(
                container,
                "Pulled",
                "Container image \"" + container.image()
                        + "\" already present on machine and can be accessed by the pod");
        normal(container, "Created", "Container created");
        normal(container, "Started", "Container started");
    }

    private ContainerRun ready(ContainerRun container) {
        if (!(container.state() instanceof State.Running(var since))) {
            return container;
        }
        Optional<Instant> due = behavior.readiness(container.spec()).map(since::plus);
        if (due.isPresent() && due.get().isAfter(now)) {
            lookAgainAt(due.get());
        }
        return container.ready(due.isPresent() && !due.get().isAfter(now));
    }

    // ---- ending -----------------------------------------------------------------------------------------------

    private PodStep stop() {
        Duration grace = pod.deletionGrace();
        Duration stopping = behavior.stop().compareTo(grace) < 0 ? behavior.stop() : grace;
        Instant began = pod.deletionDeadline().orElse(now).minus(grace);
        Instant gone = began.plus(stopping);
        List<ContainerRun> init = initContainers();
        List<ContainerRun> main = containers();
        boolean first = gone.isAfter(now) || stopping.isZero();
        if (first) {
            init.forEach(this::tellStop);
            main.forEach(this::tellStop);
        }
        if (gone.isAfter(now)) {
            lookAgainAt(gone);
            return rest();
        }
        if (!pod.hasFinalizers()) {
            return new PodStep.Remove(Optional.empty(), List.copyOf(happenings));
        }
        boolean killed = !grace.isZero() && stopping.equals(grace);
        main.replaceAll(container -> end(container, killed ? 137 : 0));
        init.replaceAll(this::endSidecar);
        JsonObject last = new PodReport(pod, init, main, now).of(PodPhase.ofEnded(main), hasSandbox(), hostIp, podIp);
        return new PodStep.Remove(Optional.of(last), List.copyOf(happenings));
    }

    private void tellStop(ContainerRun container) {
        if (container.running()) {
            normal(container, "Killing", "Stopping container " + container.name());
        }
    }

    private ContainerRun endSidecar(ContainerRun container) {
        return container.sidecar() ? end(container, 0) : container;
    }

    private ContainerRun end(ContainerRun container, int exitCode) {
        return switch (container.state()) {
            case State.Ended _ -> container;
            case State.Running(var since) ->
                container.in(new State.Ended(exitCode, exitCode == 0 ? "Completed" : "Error", since, now));
            case State.Waiting _ -> container.in(new State.Ended(137, "ContainerStatusUnknown", now, now));
        };
    }

    private boolean overdue() {
        OptionalLong seconds = pod.activeDeadlineSeconds();
        if (seconds.isEmpty() || startTime.isEmpty()) {
            return false;
        }
        Instant deadline = startTime().plusSeconds(seconds.getAsLong());
        if (deadline.isAfter(now)) {
            lookAgainAt(deadline);
            return false;
        }
        return true;
    }

    private JsonObject expired() {
        List<ContainerRun> init = initContainers();
        List<ContainerRun> main = containers();
        main.forEach(this::tellStop);
        main.replaceAll(container -> end(container, 137));
        init.replaceAll(this::endSidecar);
        return new PodReport(pod, init, main, now)
                .of(PodPhase.FAILED, hasSandbox(), hostIp, podIp)
                .put("reason", "DeadlineExceeded")
                .put("message", "Pod was active on the node longer than the specified deadline");
    }

    // ---- what is known ----------------------------------------------------------------------------------------

    private Instant startTime() {
        return startTime.orElse(now);
    }

    private List<ContainerRun> initContainers() {
        return read(pod.initContainers(), PodView.objects(status, "initContainerStatuses"));
    }

    private List<ContainerRun> containers() {
        return read(pod.containers(), PodView.objects(status, "containerStatuses"));
    }

    private List<ContainerRun> read(List<JsonObject> specs, List<JsonObject> statuses) {
        String initial = pod.initContainers().isEmpty() ? "ContainerCreating" : "PodInitializing";
        List<ContainerRun> containers = new ArrayList<>();
        specs.forEach(spec -> containers.add(ContainerRun.read(spec, statuses, initial, now)));
        return containers;
    }

    /// As kubelets name pods in messages.
    private String who() {
        return pod.name() + "_" + pod.namespace() + "(" + pod.uid() + ")";
    }

    private void normal(ContainerRun container, String reason, String message) {
        happenings.add(new Happening(part(container), EventRecorder.Type.NORMAL, reason, message));
    }

    private void warning(ContainerRun container, String reason, String message) {
        happenings.add(new Happening(part(container), EventRecorder.Type.WARNING, reason, message));
    }

    private String part(ContainerRun container) {
        boolean init = pod.initContainers().stream().anyMatch(spec -> spec.equals(container.spec()));
        return (init ? "spec.initContainers{" : "spec.containers{") + container.name() + "}";
    }

    private void lookAgainAt(Instant time) {
        if (next == null || time.isBefore(next)) {
            next = time;
        }
    }

    private Optional<Duration> again() {
        return Optional.ofNullable(next).map(time -> time.isAfter(now) ? Duration.between(now, time) : Duration.ZERO);
    }

    private PodStep report(JsonObject wanted) {
        return wanted.equals(status) ? rest() : new PodStep.Report(wanted, List.copyOf(happenings), again());
    }

    private PodStep rest() {
        return new PodStep.Rest(List.copyOf(happenings), again());
    }
}
