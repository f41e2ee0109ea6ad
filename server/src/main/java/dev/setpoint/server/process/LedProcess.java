package dev.setpoint.server.process;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Promise;
import dev.setpoint.client.Client;
import dev.setpoint.client.Fence;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.leader.Candidate;
import dev.setpoint.reconcile.leader.LeaderElection;
import dev.setpoint.reconcile.leader.Leadership;
import dev.setpoint.server.journal.JournaledClient;
import java.time.Duration;
import java.util.Optional;

/// One life of a process that works while it leads by the Lease that bears its name. Of several that
/// share a store one works; the server refuses the writes of any other.
public final class LedProcess implements AutoCloseable {
    private static final String NAMESPACE = "kube-system";

    private final Surroundings around;
    private final Duty duty;
    private final ClientFactory clients;
    private final LeaderElection election;
    private final Promise<Loops> firstTerm;

    public LedProcess(Surroundings around, Candidacy candidacy, Duty duty) {
        this.around = around;
        this.duty = duty;
        this.clients = around.clients(duty.name());
        this.firstTerm = around.env().promise();
        this.election = new LeaderElection(
                around.env(),
                clients.as(User.component(duty.name())),
                around.metrics(),
                new Candidate(NAMESPACE, duty.name(), candidacy.identity()),
                candidacy.timing(),
                this::lead);
    }

    public void start() {
        around.journal().info(duty.name(), "starts and stands for election");
        election.start();
    }

    private Leadership.Term lead(Fence fence) {
        around.journal().info(duty.name(), "leads as " + fence.holder() + " in term " + fence.transitions());
        Duty.Work work = duty.begin(around.env(), user -> client(user, fence));
        firstTerm.complete(work.loops());
        return () -> {
            work.end().run();
            around.journal().info(duty.name(), "leads no more; its loops have stopped");
        };
    }

    private Client client(User user, Fence fence) {
        String who = User.account(user.name()).map(User.Account::name).orElse(duty.name());
        return new JournaledClient(clients.as(user, fence), around.journal(), who);
    }

    /// Whether it leads, and its loops have seen the state once.
    public boolean awaitSynced(Duration deadline) {
        long end = around.env().monotonicNanos() + deadline.toNanos();
        Optional<Loops> loops = firstTerm.await(deadline);
        return loops.isPresent()
                && loops.get()
                        .awaitSynced(
                                Duration.ofNanos(Math.max(0, end - around.env().monotonicNanos())));
    }

    @Override
    public void close() {
        election.close();
        around.env().close();
    }
}
