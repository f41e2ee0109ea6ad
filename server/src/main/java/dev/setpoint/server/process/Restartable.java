package dev.setpoint.server.process;

import java.time.Duration;

/// A process that can end and begin anew while everything else goes on. Nothing that one life knew is
/// left in the next: each has its own [dev.setpoint.base.Env], its own caches, its own queues, a log of its own.
public final class Restartable implements AutoCloseable {
    private final Surroundings around;
    private final Candidacy candidacy;
    private final Duty duty;
    private volatile LedProcess life;

    /// @param around in whose world each life gets one of its own
    public Restartable(Surroundings around, Candidacy candidacy, Duty duty) {
        this.around = around;
        this.candidacy = candidacy;
        this.duty = duty;
        this.life = born();
    }

    private LedProcess born() {
        return new LedProcess(around.in(around.env().child(duty.name())), candidacy, duty);
    }

    public void start() {
        life.start();
    }

    /// By one task at a time.
    public void restart() {
        life.close();
        around.journal().begin();
        life = born();
        life.start();
    }

    public boolean awaitSynced(Duration deadline) {
        return life.awaitSynced(deadline);
    }

    @Override
    public void close() {
        life.close();
    }
}
