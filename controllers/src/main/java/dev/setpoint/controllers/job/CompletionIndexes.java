package dev.setpoint.controllers.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;

/// A set of completion indexes, as ranges in ascending order that do not touch.
///
///     1,3-5,7     one, three to five, and seven
record CompletionIndexes(List<Range> ranges) {
    static final CompletionIndexes NONE = new CompletionIndexes(List.of());

    CompletionIndexes {
        ranges = List.copyOf(ranges);
    }

    /// Both ends included.
    record Range(int first, int last) {}

    static CompletionIndexes of(Collection<Integer> indexes) {
        return joined(new TreeSet<>(indexes)
                .stream().map(index -> new Range(index, index)).toList());
    }

    /// What a status or a rule says. What cannot be read is passed over; what is beyond the completions is cut
    /// off.
    static CompletionIndexes parse(String text, int completions) {
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            OptionalInt first = number(ends[0]);
            OptionalInt last = ends.length > 1 ? number(ends[1]) : first;
            if (first.isPresent() && last.isPresent() && first.getAsInt() < completions) {
                ranges.add(new Range(first.getAsInt(), Math.min(last.getAsInt(), completions - 1)));
            }
        }
        return joined(ranges);
    }

    CompletionIndexes with(Collection<Integer> more) {
        return union(of(more));
    }

    CompletionIndexes union(CompletionIndexes other) {
        List<Range> all = new ArrayList<>(ranges);
        all.addAll(other.ranges);
        return joined(all);
    }

    boolean contains(int index) {
        return ranges.stream().anyMatch(range -> range.first <= index && index <= range.last);
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    int total() {
        return ranges.stream().mapToInt(range -> range.last - range.first + 1).sum();
    }

    /// How many indexes are in both.
    int common(CompletionIndexes other) {
        int common = 0;
        for (Range mine : ranges) {
            for (Range theirs : other.ranges) {
                common += Math.max(0, Math.min(mine.last, theirs.last) - Math.max(mine.first, theirs.first) + 1);
            }
        }
        return common;
    }

    /// The first `count` indexes below `end` that are not in this set.
    List<Integer> missing(int count, int end) {
        List<Integer> missing = new ArrayList<>();
        int next = 0;
        for (Range range : ranges) {
            for (; next < Math.min(end, range.first) && missing.size() < count; next++) {
                missing.add(next);
            }
            next = Math.max(next, range.last + 1);
        }
        for (; next < end && missing.size() < count; next++) {
            missing.add(next);
        }
        return missing;
    }

    /// As it stands in a status: a range of two is written as two numbers.
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Range range : ranges) {
            if (!text.isEmpty()) {
                text.append(',');
            }
            text.append(range.first);
            if (range.last > range.first) {
                text.append(range.last == range.first + 1 ? ',' : '-').append(range.last);
            }
        }
        return text.toString();
    }

    private static CompletionIndexes joined(List<Range> ranges) {
        List<Range> joined = new ArrayList<>();
        for (Range range :
                ranges.stream().sorted(Comparator.comparingInt(Range::first)).toList()) {
            if (!joined.isEmpty() && range.first <= joined.getLast().last + 1) {
                Range before = joined.removeLast();
                joined.add(new Range(before.first, Math.max(before.last, range.last)));
            } else {
                joined.add(range);
            }
        }
        return new CompletionIndexes(joined);
    }

    private static OptionalInt number(String text) {
        return text.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }
}
