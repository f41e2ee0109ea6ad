package dev.setpoint.simulation;

import dev.setpoint.client.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What people do to the cluster, one step after the other. Their own calls never fail by a fault.
///
///     Script.of()
///             .act("create the parent", client -> parents(client).create(parent("a")))
///             .settle()
///             .act("scale it down", client -> ...)
///
/// @param steps in their order
public record Script(List<Step> steps) {
    public sealed interface Step {}

    /// A change, made at once.
    public record Act(String what, Consumer<Client> change) implements Step {}

    /// A moment, of a length that the seed chooses: the loops may be in the middle of anything.
    public record Pause() implements Step {}

    /// Until nobody has written for a while.
    public record Settle() implements Step {}

    /// So much time, whatever happens meanwhile: for what the clock sets off.
    public record Elapse(Duration time) implements Step {}

    public Script {
        steps = List.copyOf(steps);
    }

    public static Script of() {
        return new Script(List.of());
    }

    public Script act(String what, Consumer<Client> change) {
        return and(new Act(what, change));
    }

    public Script pause() {
        return and(new Pause());
    }

    public Script settle() {
        return and(new Settle());
    }

    public Script elapse(Duration time) {
        return and(new Elapse(time));
    }

    private Script and(Step step) {
        List<Step> more = new ArrayList<>(steps);
        more.add(step);
        return new Script(more);
    }
}
