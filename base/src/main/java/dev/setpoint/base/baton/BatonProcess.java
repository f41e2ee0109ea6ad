package dev.setpoint.base.baton;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the scheduler knows of a process: who belongs to it and what befell it. Belongs to the holder of the
/// baton.
final class BatonProcess {
    final String path;
    final @Nullable BatonProcess parent;
    final List<BatonEnv> children = new ArrayList<>();
    final Set<BatonTask> tasks = new LinkedHashSet<>();
    final Set<Alarm> actions = new LinkedHashSet<>();

    /// What became ready while the process was frozen.
    final List<Step> held = new ArrayList<>();

    Duration wallShift;
    boolean frozen;
    boolean killed;
    boolean closing;

    BatonProcess(@Nullable BatonProcess parent, String path) {
        this.parent = parent;
        this.path = path;
        this.wallShift = parent == null ? Duration.ZERO : parent.wallShift;
    }

    /// This process and all within it, itself first.
    List<BatonProcess> tree() {
        var all = new ArrayList<BatonProcess>();
        collect(all);
        return all;
    }

    private void collect(List<BatonProcess> all) {
        all.add(this);
        children.forEach(child -> child.process().collect(all));
    }

    String describe() {
        return tree().stream()
                .flatMap(process -> process.tasks.stream())
                .map(BatonTask::describe)
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
