package dev.setpoint.reconcile.leader;

import dev.setpoint.base.BoundedQueue;
import dev.setpoint.base.Env;
import dev.setpoint.base.Task;
import dev.setpoint.base.TaskKind;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.client.Client;
import dev.setpoint.client.Fence;
import dev.setpoint.machinery.api.ApiException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Leads whenever it can: takes the Lease, begins a term, renews, ends the term when the Lease is lost,
/// tries again.
///
///     LeaderElection election = new LeaderElection(env, client, metrics,
///             new Candidate("default", "backup-operator", host + "_" + uuid), LeaseTiming.DEFAULT,
///             fence -> {
///                 Loops loops = new Loops(env, client.fenced(fence), metrics);
///                 loops.add(controller);
///                 loops.start();
///                 return loops::close;
///             });
///     election.start();
///
/// A leader that cannot renew steps down after the renew deadline, which is before anybody else may take
/// over; one that sees somebody else lead steps down at once. Calls of the client must end by themselves
/// in less time than that.
public final class LeaderElection implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LeaderElection.class);
    /// How long the end of a term may take when its process stops.
    private static final Duration GRACE = Duration.ofSeconds(8);

    private final Env env;
    private final Candidate candidate;
    private final LeaseTiming timing;
    private final Leadership leadership;
    private final LeaseLock lock;
    /// Nothing is ever put into it: waiting for it is a sleep from which closing it wakes.
    private final BoundedQueue<Integer> stop;

    private volatile Optional<Fence> term = Optional.empty();
    private String toldHolder = "";
    private @Nullable Task task;

    /// @param client for the Lease itself; never fenced
    public LeaderElection(
            Env env, Client client, Metrics metrics, Candidate candidate, LeaseTiming timing, Leadership leadership) {
        this.env = env;
        this.candidate = candidate;
        this.timing = timing;
        this.leadership = leadership;
        this.lock = new LeaseLock(env, client, candidate, timing);
        this.stop = env.queue(1);
        metrics.gauge(
                "leader_election_master_status",
                "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates"
                        + " master. 'name' is the string used to identify the lease.",
                () -> term.isPresent() ? 1 : 0,
                "name",
                candidate.lease());
    }

    public void start() {
        task = env.start("leader-election", TaskKind.DEDICATED, this::run);
    }

    /// The term under way, if there is one.
    public Optional<Fence> term() {
        return term;
    }

    /// Ends the term, then gives the Lease back, so that the next candidate need not wait.
    @Override
    public void close() {
        stop.close();
        if (task != null && !task.join(GRACE)) {
            task.cancel();
            task.join(GRACE);
        }
    }

    private void run() {
        while (!stop.closed()) {
            Optional<Fence> won = acquire();
            if (won.isPresent()) {
                lead(won.get());
            } else {
                pause(spread(timing.retry()));
            }
        }
    }

    private Optional<Fence> acquire() {
        try {
            Optional<Fence> won = lock.tryAcquire();
            if (won.isEmpty() && !lock.holder().equals(toldHolder)) {
                toldHolder = lock.holder();
                log.info("{} waits for lease {}: {} leads", candidate.identity(), candidate.lease(), toldHolder);
            }
            return won;
        } catch (ApiException e) {
            log.warn("{} cannot take lease {}: {}", candidate.identity(), candidate.lease(), e.getMessage());
            return Optional.empty();
        }
    }

    private void lead(Fence fence) {
        log.info("{} leads by lease {}, term {}", fence.holder(), fence.lease(), fence.transitions());
        toldHolder = fence.holder();
        term = Optional.of(fence);
        Optional<String> lost = Optional.empty();
        try (Leadership.Term _ = leadership.begin(fence)) {
            lost = renewUntilLost(fence);
        } finally {
            term = Optional.empty();
        }
        if (lost.isPresent()) {
            log.warn("{} lost lease {}, term {}: {}", fence.holder(), fence.lease(), fence.transitions(), lost.get());
        } else {
            giveBack(fence);
        }
    }

    private void giveBack(Fence fence) {
        try {
            lock.release(fence);
        } catch (ApiException e) {
            log.info("{} cannot give lease {} back: {}", fence.holder(), fence.lease(), e.getMessage());
        }
    }

    /// @return why it was lost; empty when it was not, but is to be given back
    private Optional<String> renewUntilLost(Fence fence) {
        long renewed = env.monotonicNanos();
        while (true) {
            long left = renewed + timing.renewDeadline().toNanos() - env.monotonicNanos();
            pause(Duration.ofNanos(Math.clamp(left, 0, timing.retry().toNanos())));
            if (stop.closed()) {
                return Optional.empty();
            }
            long began = env.monotonicNanos();
            switch (lock.renew(fence)) {
                case LeaseLock.Renewal.Renewed() -> renewed = began;
                case LeaseLock.Renewal.Lost(var why) -> {
                    return Optional.of(why);
                }
                case LeaseLock.Renewal.Failed(var why) -> {
                    if (env.monotonicNanos() - renewed >= timing.renewDeadline().toNanos()) {
                        return Optional.of("not renewed within " + timing.renewDeadline() + ": " + why);
                    }
                    log.info("{} could not renew lease {}: {}", fence.holder(), fence.lease(), why);
                }
            }
        }
    }

    private void pause(Duration length) {
        stop.take(length);
    }

    private Duration spread(Duration period) {
        double share = 1 + LeaseTiming.JITTER * env.random().nextDouble();
        return Duration.ofNanos((long) (period.toNanos() * share));
    }
}
