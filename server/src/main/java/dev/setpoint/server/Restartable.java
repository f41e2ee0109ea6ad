package dev.setpoint.server;

import dev.setpoint.base.Env;
import dev.setpoint.server.journal.Journal;
import java.time.Duration;
import java.util.function.Function;

/// A process that can end and begin anew while everything else goes on. Nothing that one life knew is
/// left in the next: each has its own [Env], its own caches, its own queues.
final class Restartable implements AutoCloseable {
    private final Env env;
    private final String name;
    private final Journal journal;
    private final Function<Env, LedProcess> birth;
    private volatile LedProcess life;

    /// @param env in which each life gets a world of its own
    /// @param journal in which each life gets a log of its own
    Restartable(Env env, String name, Journal journal, Function<Env, LedProcess> birth) {
        this.env = env;
        this.name = name;
        this.journal = journal;
        this.birth = birth;
        this.life = birth.apply(env.child(name));
    }

    void start() {
        life.start();
    }

    /// By one task at a time.
    void restart() {
        life.close();
        journal.begin();
        life = birth.apply(env.child(name));
        life.start();
    }

    boolean awaitSynced(Duration deadline) {
        return life.awaitSynced(deadline);
    }

    @Override
    public void close() {
        life.close();
    }
}
