package dev.setpoint.server.journal;

import java.util.ArrayList;
import java.util.List;

/// The newest lines of a log. Each has a number, counted from the first that there ever was; the oldest
/// go when there are too many.
final class Ring {
    static final int MOST_LINES = 1 << 14;
    static final int MOST_BYTES = 1 << 20;
    private static final int FEW = 64;

    private Line[] lines = new Line[FEW];
    private long first;
    private long next;
    private int bytes;

    synchronized void add(Line line) {
        bytes += line.text().length;
        while (next > first && (bytes > MOST_BYTES || next - first == MOST_LINES)) {
            bytes -= at(first).text().length;
            first++;
        }
        if (next - first == lines.length) {
            grow();
        }
        lines[(int) (next % lines.length)] = line;
        next++;
    }

    private Line at(long number) {
        return lines[(int) (number % lines.length)];
    }

    private void grow() {
        Line[] more = new Line[lines.length * 2];
        for (long number = first; number < next; number++) {
            more[(int) (number % more.length)] = at(number);
        }
        lines = more;
    }

    /// The number of the oldest of the last so many.
    synchronized long last(long count) {
        return Math.max(first, next - Math.min(count, next));
    }

    /// Some lines and the number of the one after them.
    record Part(List<Line> lines, long next) {}

    /// From this number on, or from the oldest if that is gone; at most so many.
    synchronized Part from(long number, int most) {
        List<Line> part = new ArrayList<>();
        long from = Math.max(number, first);
        while (from < next && part.size() < most) {
            part.add(at(from));
            from++;
        }
        return new Part(part, from);
    }
}
