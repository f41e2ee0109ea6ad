package dev.setpoint.simulation;

import java.util.ArrayList;
import java.util.List;

/// Processes around one API server, and what people do to it.
///
///     Scenario.named("backup")
///             .with("operator", Program.controllers(loops -> List.of(BackupController.of())))
///             .script(Script.of().act("create", client -> ...))
///             .keeping(new Invariant<>("one job at a time", Typed.of(Job.class), jobs -> active(jobs) <= 1))
public record Scenario(String name, List<Member> processes, Script script, List<Invariant<?>> invariants) {
    /// A process in it.
    ///
    /// @param subject whether faults hit it; others are the world around it
    public record Member(String name, Program program, boolean subject) {}

    public Scenario {
        processes = List.copyOf(processes);
        invariants = List.copyOf(invariants);
    }

    public static Scenario named(String name) {
        return new Scenario(name, List.of(), Script.of(), List.of());
    }

    /// A process under test.
    public Scenario with(String process, Program program) {
        return and(new Member(process, program, true));
    }

    /// A process that nothing befalls.
    public Scenario beside(String process, Program program) {
        return and(new Member(process, program, false));
    }

    private Scenario and(Member process) {
        List<Member> more = new ArrayList<>(processes);
        more.add(process);
        return new Scenario(name, more, script, invariants);
    }

    public Scenario script(Script newScript) {
        return new Scenario(name, processes, newScript, invariants);
    }

    public Scenario keeping(Invariant<?> invariant) {
        List<Invariant<?>> more = new ArrayList<>(invariants);
        more.add(invariant);
        return new Scenario(name, processes, script, more);
    }
}
