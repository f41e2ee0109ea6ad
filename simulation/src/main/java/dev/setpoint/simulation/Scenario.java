package dev.setpoint.simulation;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;

/// Processes around one API server, and what people do to it.
///
///     Scenario.named("backup")
///             .with("operator", Program.controllers(loops -> List.of(BackupController.of())))
///             .script(Script.of().act("create", client -> ...))
///             .keeping(new Invariant<>("one job at a time", Typed.of(Job.class), jobs -> active(jobs) <= 1))
///
/// @param given what is there when it begins, beside what every cluster has
public record Scenario(
        String name, List<HasMetadata> given, List<Member> processes, Script script, List<Invariant<?>> invariants) {
    /// What a process is there for.
    public enum Role {
        /// Under test: faults hit its calls.
        SUBJECT,
        /// The world around it, which nothing befalls.
        BESIDE,
        /// Runs pods: it may be slow, or lost for a while.
        NODES
    }

    /// A process in it.
    public record Member(String name, Program program, Role role) {
        boolean subject() {
            return role == Role.SUBJECT;
        }
    }

    public Scenario {
        given = List.copyOf(given);
        processes = List.copyOf(processes);
        invariants = List.copyOf(invariants);
    }

    public static Scenario named(String name) {
        return new Scenario(name, List.of(), List.of(), Script.of(), List.of());
    }

    /// Objects that are there from the beginning, in the order in which they are made. A definition of a custom
    /// resource is in force before the next of them is made.
    public Scenario given(HasMetadata... objects) {
        List<HasMetadata> more = new ArrayList<>(given);
        more.addAll(List.of(objects));
        return new Scenario(name, more, processes, script, invariants);
    }

    /// A process under test.
    public Scenario with(String process, Program program) {
        return and(new Member(process, program, Role.SUBJECT));
    }

    /// A process that nothing befalls.
    public Scenario beside(String process, Program program) {
        return and(new Member(process, program, Role.BESIDE));
    }

    /// A process of nodes: it may be slow, or lost for a while.
    public Scenario nodes(String process, Program program) {
        return and(new Member(process, program, Role.NODES));
    }

    boolean hasNodes() {
        return processes.stream().anyMatch(process -> process.role() == Role.NODES);
    }

    private Scenario and(Member process) {
        List<Member> more = new ArrayList<>(processes);
        more.add(process);
        return new Scenario(name, given, more, script, invariants);
    }

    public Scenario script(Script newScript) {
        return new Scenario(name, given, processes, newScript, invariants);
    }

    public Scenario keeping(Invariant<?> invariant) {
        List<Invariant<?>> more = new ArrayList<>(invariants);
        more.add(invariant);
        return new Scenario(name, given, processes, script, more);
    }
}
