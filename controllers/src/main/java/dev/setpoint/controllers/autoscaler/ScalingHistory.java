package dev.setpoint.controllers.autoscaler;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What was lately proposed for one target, and how it was lately resized. Immutable.
record ScalingHistory(List<Proposed> proposals, List<Resized> resizes) {
    static final ScalingHistory EMPTY = new ScalingHistory(List.of(), List.of());

    /// No window and no period is longer.
    private static final Duration LONGEST = Duration.ofHours(1);

    record Proposed(int replicas, Instant time) {}

    /// @param by positive for growth
    record Resized(int by, Instant time) {}

    ScalingHistory {
        proposals = List.copyOf(proposals);
        resizes = List.copyOf(resizes);
    }

    /// A history that is empty begins with the size that is there.
    ScalingHistory startingWith(int replicas, Instant now) {
        return proposals.isEmpty() ? new ScalingHistory(List.of(new Proposed(replicas, now)), resizes) : this;
    }

    ScalingHistory proposed(int replicas, Instant now) {
        List<Proposed> all = new ArrayList<>(proposals);
        all.removeIf(each -> each.time.isBefore(now.minus(LONGEST)));
        all.add(new Proposed(replicas, now));
        return new ScalingHistory(all, resizes);
    }

    ScalingHistory resized(int by, Instant now) {
        List<Resized> all = new ArrayList<>(resizes);
        all.removeIf(each -> each.time.isBefore(now.minus(LONGEST)));
        all.add(new Resized(by, now));
        return new ScalingHistory(proposals, all);
    }

    int least(int replicas, Duration window, Instant now) {
        return proposals.stream()
                .filter(each -> each.time.isAfter(now.minus(window)))
                .mapToInt(Proposed::replicas)
                .reduce(replicas, Math::min);
    }

    int greatest(int replicas, Duration window, Instant now) {
        return proposals.stream()
                .filter(each -> each.time.isAfter(now.minus(window)))
                .mapToInt(Proposed::replicas)
                .reduce(replicas, Math::max);
    }

    /// The size at the beginning of a period that ends now.
    int sizeBefore(Duration period, int current, Instant now) {
        return resizes.stream()
                .filter(each -> each.time.isAfter(now.minus(period)))
                .mapToInt(each -> -each.by)
                .reduce(current, Integer::sum);
    }
}
