package dev.setpoint.simulation;

import dev.setpoint.apiserver.pipeline.User;
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
/// @param rights who may do what, beside what every cluster grants
public record Scenario(
        String name,
        List<HasMetadata> given,
        Rights rights,
        List<Member> processes,
        Script script,
        List<Invariant<?>> invariants) {
    /// Where the service accounts of a user's processes are.
    static final String NAMESPACE = "default";

    /// What a process is there for.
    public enum Role {
        /// Under test: faults hit its calls.
        SUBJECT,
        /// The world around it, which nothing befalls.
        BESIDE,
        /// Runs pods: it may be slow, or lost for a while.
        NODES
    }

    /// What runs in a process.
    public sealed interface Runs {
        /// A user's own program.
        ///
        /// @param as whom it is
        record OfUser(Program program, User as) implements Runs {}

        /// A part of the control plane, which has the identities that it has in production.
        record OfControlPlane(SystemProcess process) implements Runs {}
    }

    /// A process in it.
    public record Member(String name, Runs runs, Role role) {
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
        return new Scenario(name, List.of(), Rights.USUAL, List.of(), Script.of(), List.of());
    }

    /// Objects that are there from the beginning, in the order in which they are made. A definition of a custom
    /// resource is in force before the next of them is made.
    public Scenario given(HasMetadata... objects) {
        List<HasMetadata> more = new ArrayList<>(given);
        more.addAll(List.of(objects));
        return new Scenario(name, more, rights, processes, script, invariants);
    }

    /// A process under test, which may do everything.
    public Scenario with(String process, Program program) {
        return and(new Member(process, operator(process, program), Role.SUBJECT));
    }

    /// A process under test with these rights alone, as its role will grant them.
    public Scenario with(String process, List<Rights.Right> its, Program program) {
        Runs runs = new Runs.OfUser(program, User.serviceAccount(NAMESPACE, process));
        return and(new Member(process, runs, Role.SUBJECT), rights.granting(process, its));
    }

    /// A part of the control plane under test.
    public Scenario with(String process, SystemProcess part) {
        return and(new Member(process, new Runs.OfControlPlane(part), Role.SUBJECT));
    }

    /// A process that nothing befalls, and that may do everything.
    public Scenario beside(String process, Program program) {
        return and(new Member(process, operator(process, program), Role.BESIDE));
    }

    /// A part of the control plane that nothing befalls.
    public Scenario beside(String process, SystemProcess part) {
        return and(new Member(process, new Runs.OfControlPlane(part), Role.BESIDE));
    }

    /// A process of nodes: it may be slow, or lost for a while.
    public Scenario nodes(String process, SystemProcess part) {
        return and(new Member(process, new Runs.OfControlPlane(part), Role.NODES));
    }

    private static Runs operator(String process, Program program) {
        return new Runs.OfUser(program, User.of("system:" + process, User.MASTERS, User.AUTHENTICATED));
    }

    /// The same in a cluster in which a ClusterRole that every cluster has lacks a verb.
    ///
    /// @param role `system:controller:replicaset-controller`
    /// @param resource as a rule names it: `pods`, `pods/status`
    public Scenario lacking(String role, String verb, String resource) {
        return new Scenario(
                name, given, rights.lacking(new Rights.Lack(role, verb, resource)), processes, script, invariants);
    }

    boolean hasNodes() {
        return processes.stream().anyMatch(process -> process.role() == Role.NODES);
    }

    private Scenario and(Member process) {
        return and(process, rights);
    }

    private Scenario and(Member process, Rights newRights) {
        List<Member> more = new ArrayList<>(processes);
        more.add(process);
        return new Scenario(name, given, newRights, more, script, invariants);
    }

    public Scenario script(Script newScript) {
        return new Scenario(name, given, rights, processes, newScript, invariants);
    }

    public Scenario keeping(Invariant<?> invariant) {
        List<Invariant<?>> more = new ArrayList<>(invariants);
        more.add(invariant);
        return new Scenario(name, given, rights, processes, script, more);
    }
}
