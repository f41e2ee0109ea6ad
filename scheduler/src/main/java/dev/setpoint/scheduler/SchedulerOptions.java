package dev.setpoint.scheduler;

/// @param name pods that name this scheduler are its own
/// @param binders tasks that write decisions, each one at a time
/// @param undecided decisions whose writing has not ended; the next pod waits when there are this many
public record SchedulerOptions(String name, int binders, int undecided) {
    public static final SchedulerOptions DEFAULT = new SchedulerOptions("default-scheduler", 16, 256);

    public SchedulerOptions {
        if (binders < 1 || undecided < binders) {
            throw new IllegalArgumentException(
                    "binders: " + binders + ", undecided: " + undecided + " (expected: 1 <= binders <= undecided)");
        }
    }
}
