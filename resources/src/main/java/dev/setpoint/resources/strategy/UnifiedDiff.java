package dev.setpoint.resources.strategy;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.AbstractDelta;
import java.util.ArrayList;
import java.util.List;

/// The difference of two texts, line by line, as `diff -u` shows it: found by a library, and written as Go's difflib
/// writes it, which says `-5` where the library says `-5,1`.
///
///     @@ -1,3 +1,3 @@
///      {
///     - "Image": "x",
///     + "Image": "y",
///      }
public final class UnifiedDiff {
    private static final int CONTEXT = 3;

    /// Beyond so many lines nobody reads what differs, and to find it would cost the square.
    private static final int MOST_COMPARED = 2000;

    private final List<String> before;
    private final List<String> after;
    private final List<Edit> edits = new ArrayList<>();

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    /// A line that stays, goes or comes, and how many lines of both texts stand before it.
    private record Edit(char kind, String line, int beforeIndex, int afterIndex) {}

    public static String of(String before, String after) {
        UnifiedDiff diff =
                new UnifiedDiff(before.lines().toList(), after.lines().toList());
        diff.align();
        return diff.show();
    }

    /// What is alike at both ends is most of it, and stays out of the search.
    private void align() {
        int ends = Math.min(before.size(), after.size());
        int head = 0;
        while (head < ends && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < ends - head && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        stay(0, 0, head);
        middle(head, before.subList(head, before.size() - tail), after.subList(head, after.size() - tail));
        stay(before.size() - tail, after.size() - tail, tail);
    }

    /// The search may tell of an addition before the removal that it goes with: what goes is shown first.
    private void middle(int head, List<String> gone, List<String> come) {
        int i = 0; // Lines of both that are in the edits.
        int j = 0;
        int goneUntil = 0; // Lines of both that were found to differ since.
        int comeUntil = 0;
        if (Math.max(gone.size(), come.size()) > MOST_COMPARED) {
            goneUntil = gone.size();
            comeUntil = come.size();
        } else {
            MyersDiffWithLinearSpace<String> search = new MyersDiffWithLinearSpace<>();
            for (AbstractDelta<String> delta :
                    DiffUtils.diff(gone, come, search).getDeltas()) {
                int same = delta.getSource().getPosition() - goneUntil;
                if (same > 0) {
                    replace(head + i, gone.subList(i, goneUntil), head + j, come.subList(j, comeUntil));
                    stay(head + goneUntil, head + comeUntil, same);
                    i = goneUntil + same;
                    j = comeUntil + same;
                }
                goneUntil = delta.getSource().getPosition() + delta.getSource().size();
                comeUntil = delta.getTarget().getPosition() + delta.getTarget().size();
            }
        }
        replace(head + i, gone.subList(i, goneUntil), head + j, come.subList(j, comeUntil));
        stay(head + goneUntil, head + comeUntil, gone.size() - goneUntil);
    }

    private void stay(int beforeIndex, int afterIndex, int count) {
        for (int k = 0; k < count; k++) {
            edits.add(new Edit(' ', before.get(beforeIndex + k), beforeIndex + k, afterIndex + k));
        }
    }

    private void replace(int beforeIndex, List<String> gone, int afterIndex, List<String> come) {
        for (int k = 0; k < gone.size(); k++) {
            edits.add(new Edit('-', gone.get(k), beforeIndex + k, afterIndex));
        }
        for (int k = 0; k < come.size(); k++) {
            edits.add(new Edit('+', come.get(k), beforeIndex + gone.size(), afterIndex + k));
        }
    }

    private String show() {
        StringBuilder text = new StringBuilder();
        for (int start = nextChange(0); start < edits.size(); ) {
            int from = Math.max(0, start - CONTEXT);
            int last = start;
            for (int next = start; next < edits.size() && next - last <= 2 * CONTEXT; next = nextChange(next + 1)) {
                last = next;
            }
            int end = Math.min(edits.size(), last + CONTEXT + 1);
            hunk(text, from, end);
            start = nextChange(end);
        }
        return text.toString();
    }

    private int nextChange(int from) {
        int next = from;
        while (next < edits.size() && edits.get(next).kind() == ' ') {
            next++;
        }
        return next;
    }

    private void hunk(StringBuilder text, int from, int end) {
        int removed = 0;
        int added = 0;
        StringBuilder lines = new StringBuilder();
        for (Edit edit : edits.subList(from, end)) {
            removed += edit.kind() == '+' ? 0 : 1;
            added += edit.kind() == '-' ? 0 : 1;
            lines.append(edit.kind()).append(edit.line()).append('\n');
        }
        Edit first = edits.get(from);
        text.append("@@ -")
                .append(range(first.beforeIndex(), removed))
                .append(" +")
                .append(range(first.afterIndex(), added))
                .append(" @@\n")
                .append(lines);
    }

    private static String range(int index, int length) {
        return switch (length) {
            case 1 -> Integer.toString(index + 1);
            case 0 -> index + ",0";
            default -> index + 1 + "," + length;
        };
    }
}
