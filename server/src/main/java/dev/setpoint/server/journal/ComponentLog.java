package dev.setpoint.server.journal;

import dev.setpoint.base.BoundedQueue;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/// The log of one life of a component. One task writes it; any number read and follow it.
final class ComponentLog {
    private final Ring ring = new Ring();
    private final Optional<LogFile> file;
    /// One for each that follows.
    private final List<BoundedQueue<Boolean>> bells = new CopyOnWriteArrayList<>();

    private volatile boolean over;

    /// @param file where it is kept besides memory, if it is
    ComponentLog(Optional<LogFile> file) {
        this.file = file;
    }

    Ring ring() {
        return ring;
    }

    Optional<LogFile> file() {
        return file;
    }

    void follow(BoundedQueue<Boolean> bell) {
        bells.add(bell);
    }

    void leave(BoundedQueue<Boolean> bell) {
        bells.remove(bell);
    }

    /// There is more. A bell that rings already is enough.
    @SuppressWarnings("CheckReturnValue") // Refused means that it rings.
    void wake() {
        bells.forEach(bell -> bell.offer(true));
    }

    /// Nothing more will come.
    void end() {
        over = true;
        wake();
    }

    boolean over() {
        return over;
    }
}
