package dev.setpoint.base;

/// Ends a task whose process was killed by a simulator. An `Error`, so that no `catch (Exception)` survives
/// it.
public final class TaskKilled extends Error {
    private static final long serialVersionUID = 1L;

    public TaskKilled(String process) {
        super("process " + process + " was killed", null, false, false);
    }
}
