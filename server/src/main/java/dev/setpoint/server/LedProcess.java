package dev.setpoint.server;

import dev.setpoint.apiserver.ApiServer;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.Env;
import dev.setpoint.base.Promise;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.Fence;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.leader.Candidate;
import dev.setpoint.reconcile.leader.LeaderElection;
import dev.setpoint.reconcile.leader.Leadership;
import dev.setpoint.reconcile.leader.LeaseTiming;
import dev.setpoint.server.journal.Journal;
import dev.setpoint.server.journal.JournaledClient;
import java.time.Duration;
import java.util.Optional;

/// One life of a process that works while it leads by the Lease that bears its name. Of several that
/// share a store one works; the server refuses the writes of any other.
final class LedProcess implements AutoCloseable {
    private static final String NAMESPACE = "kube-system";

    private final Env env;
    private final String name;
    private final ApiServer apiServer;
    private final Journal journal;
    private final Duty duty;
    private final LeaderElection election;
    private final Promise<Loops> firstTerm;

    /// @param name of the component, its user and its Lease: `kube-scheduler`
    /// @param identity as whom it stands for election
    LedProcess(
            Env env,
            String name,
            ApiServer apiServer,
            Metrics metrics,
            Journal journal,
            String identity,
            LeaseTiming timing,
            Duty duty) {
        this.env = env;
        this.name = name;
        this.apiServer = apiServer;
        this.journal = journal;
        this.duty = duty;
        this.firstTerm = env.promise();
        this.election = new LeaderElection(
                env,
                apiServer.client(env, user(name), name),
                metrics,
                new Candidate(NAMESPACE, name, identity),
                timing,
                this::lead);
    }

    /// As whom a component speaks for itself.
    static User user(String name) {
        return User.of("system:" + name, User.AUTHENTICATED);
    }

    void start() {
        journal.info(name, "starts and stands for election");
        election.start();
    }

    private Leadership.Term lead(Fence fence) {
        journal.info(name, "leads as " + fence.holder() + " in term " + fence.transitions());
        Duty.Work work = duty.begin(env, user -> client(user, fence));
        firstTerm.complete(work.loops());
        return () -> {
            work.end().run();
            journal.info(name, "leads no more; its loops have stopped");
        };
    }

    private Client client(User user, Fence fence) {
        String who = User.account(user.name()).map(User.Account::name).orElse(name);
        return new JournaledClient(apiServer.client(env, user, name, fence), journal, who);
    }

    /// Whether it leads, and its loops have seen the state once.
    boolean awaitSynced(Duration deadline) {
        long end = env.monotonicNanos() + deadline.toNanos();
        Optional<Loops> loops = firstTerm.await(deadline);
        return loops.isPresent() && loops.get().awaitSynced(Duration.ofNanos(Math.max(0, end - env.monotonicNanos())));
    }

    @Override
    public void close() {
        election.close();
        env.close();
    }
}
