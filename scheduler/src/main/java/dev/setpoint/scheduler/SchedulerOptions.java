package dev.setpoint.scheduler;

import dev.setpoint.scheduler.plugin.ProfileOptions;
import java.util.List;

/// @param profiles pods that name one of these schedulers are its own
/// @param binders the most tasks that write decisions, each one at a time
/// @param undecided decisions whose writing has not ended; the next pod waits when there are this many
public record SchedulerOptions(List<ProfileOptions> profiles, int binders, int undecided) {
    public static final SchedulerOptions DEFAULT = new SchedulerOptions(List.of(ProfileOptions.DEFAULT), 128, 512);

    public SchedulerOptions {
        if (binders < 1 || undecided < binders) {
            throw new IllegalArgumentException(
                    "binders: " + binders + ", undecided: " + undecided + " (expected: 1 <= binders <= undecided)");
        }
        if (profiles.isEmpty()
                || profiles.stream()
                                .map(ProfileOptions::schedulerName)
                                .distinct()
                                .count()
                        < profiles.size()) {
            throw new IllegalArgumentException("profiles: " + profiles + " (expected: one or more of different names)");
        }
    }
}
