package dev.setpoint.resources.strategy;

import java.util.ArrayList;
import java.util.List;

/// The difference of two texts, line by line, as `diff -u` shows it.
///
///     @@ -1,3 +1,3 @@
///      {
///     - "Image": "x",
///     + "Image": "y",
///      }
public final class UnifiedDiff {
    private static final int CONTEXT = 3;

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

    /// Finds the longest common subsequence, from the end, and walks it.
    private void align() {
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
                edits.add(new Edit(' ', before.get(i), i++, j++));
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                edits.add(new Edit('-', before.get(i), i++, j));
            } else {
                edits.add(new Edit('+', after.get(j), i, j++));
            }
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
