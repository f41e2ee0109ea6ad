package dev.setpoint.agent.pod;

import dev.setpoint.agent.pod.ContainerRun.State;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// Where a pod is in its life, as its containers tell it.
enum PodPhase {
    PENDING("Pending"),
    RUNNING("Running"),
    SUCCEEDED("Succeeded"),
    FAILED("Failed");

    private final String word;

    PodPhase(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    boolean terminal() {
        return this == SUCCEEDED || this == FAILED;
    }

    static boolean isTerminal(JsonObject status) {
        String phase = status.textOr("phase", "");
        return phase.equals(SUCCEEDED.word) || phase.equals(FAILED.word);
    }

    /// Of a pod whose containers may still be started or started again.
    static PodPhase of(List<ContainerRun> init, List<ContainerRun> main) {
        boolean initialized = init.stream().allMatch(container -> container.sidecar() || container.succeeded());
        boolean waiting = main.stream().anyMatch(container -> !container.ran());
        if (!initialized || waiting) {
            return PENDING;
        }
        return main.stream().allMatch(container -> container.state() instanceof State.Ended) ? ofEnded(main) : RUNNING;
    }

    /// Of a pod none of whose containers will run again.
    static PodPhase ofEnded(List<ContainerRun> main) {
        return main.stream().allMatch(ContainerRun::succeeded) ? SUCCEEDED : FAILED;
    }
}
