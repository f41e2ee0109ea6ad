package dev.setpoint.base.real;

import java.time.Duration;
import java.util.function.IntSupplier;

/// How this process ends when somebody outside asks for it, by Ctrl-C or SIGTERM.
public final class ProcessEnd {
    private ProcessEnd() {}

    /// Runs the action when the process is asked to end, and then ends it: with code 0, or with code 1 when
    /// the action took longer than the deadline and was left behind. Asked for once, when there is something
    /// to end in order.
    public static void inOrder(Duration deadline, Runnable action) {
        inOrder(deadline, action, () -> 0);
    }

    /// The same for one that may also end by itself.
    ///
    /// @param code with which it ends when the action was in time; asked for then
    public static void inOrder(Duration deadline, Runnable action, IntSupplier code) {
        Runtime runtime = Runtime.getRuntime();
        runtime.addShutdownHook(Thread.ofPlatform().name("end").unstarted(() -> {
            Thread ending = Thread.ofPlatform().name("ending").daemon().start(action);
            runtime.halt(joined(ending, deadline) ? code.getAsInt() : 1);
        }));
    }

    private static boolean joined(Thread thread, Duration deadline) {
        try {
            return thread.join(deadline);
        } catch (InterruptedException _) {
            return false; // Nobody interrupts this thread; if somebody did, it would be in a hurry.
        }
    }
}
