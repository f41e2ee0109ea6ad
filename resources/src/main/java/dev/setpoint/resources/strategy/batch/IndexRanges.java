package dev.setpoint.resources.strategy.batch;

import dev.setpoint.machinery.text.Quoted;
import java.util.ArrayList;
import java.util.List;

/// Indexes of pods, as a Job's status and policies write them: `0-2,5`.
///
/// @param mistake what is wrong with the text; empty when nothing is
record IndexRanges(List<Interval> intervals, String mistake) {
    record Interval(long first, long last) {}

    static IndexRanges parse(String text, long completions) {
        List<Interval> intervals = new ArrayList<>();
        if (text.isEmpty()) {
            return new IndexRanges(intervals, "");
        }
        long previous = -1;
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            String mistake = mistake(part, ends, completions);
            if (!mistake.isEmpty()) {
                return new IndexRanges(List.of(), mistake);
            }
            long first = Long.parseLong(ends[0]);
            if (previous >= first) {
                return new IndexRanges(List.of(), decreasing(previous, first));
            }
            previous = Long.parseLong(ends[ends.length - 1]);
            intervals.add(new Interval(first, previous));
        }
        return new IndexRanges(intervals, "");
    }

    private static String mistake(String part, String[] ends, long completions) {
        if (ends.length > 2) {
            return "the fragment " + Quoted.of(part)
                    + " violates the requirement that an index interval can have at most two parts separated by '-'";
        }
        for (String end : ends) {
            if (!end.matches("[+]?\\d{1,10}")) {
                return "cannot convert string to integer for index: " + Quoted.of(end);
            }
            if (Long.parseLong(end) >= completions) {
                return "too large index: " + Quoted.of(end);
            }
        }
        if (ends.length == 2 && Long.parseLong(ends[0]) >= Long.parseLong(ends[1])) {
            return decreasing(Long.parseLong(ends[0]), Long.parseLong(ends[1]));
        }
        return "";
    }

    private static String decreasing(long previous, long current) {
        return "non-increasing order, previous: " + previous + ", current: " + current;
    }

    long count() {
        return intervals.stream()
                .mapToLong(interval -> interval.last() - interval.first() + 1)
                .sum();
    }

    /// The first index that is in both, or -1.
    long overlap(IndexRanges other) {
        for (Interval mine : intervals) {
            for (Interval theirs : other.intervals) {
                if (mine.first() <= theirs.last() && theirs.first() <= mine.last()) {
                    return Math.max(mine.first(), theirs.first());
                }
            }
        }
        return -1;
    }
}
