package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What is written twice is changed once and forgotten once. Of main sources, no run of more than ten lines stands in
/// two places; comments, imports and blank lines do not count.
class RepetitionTest {
    private static final int LONGEST = 10;

    /// Pairs of files that may repeat one another, with the reason.
    private static final Map<Set<String>, String> REASONS = Map.of();

    private static final SourceTree tree = SourceTree.find();

    /// A line that counts.
    private record Line(Path file, int number, String text) {}

    @Test
    void repeatsNoLongRun() {
        assertThat(repeated(significant())).isEmpty();
    }

    /// The test sees what it looks for.
    @Test
    void findsARunOfElevenLinesAndNoneOfTen() {
        assertThat(repeated(List.of(numbered("a", 11), numbered("b", 11)))).hasSize(1);
        assertThat(repeated(List.of(numbered("a", 10), numbered("b", 10)))).isEmpty();
    }

    private static List<Line> numbered(String file, int lines) {
        List<Line> made = new ArrayList<>();
        for (int number = 1; number <= lines; number++) {
            made.add(new Line(Path.of(file), number, "line " + number));
        }
        return made;
    }

    private static List<List<Line>> significant() {
        List<List<Line>> files = new ArrayList<>();
        for (Path file : tree.mainSources()) {
            List<String> lines = SourceTree.lines(file);
            List<Line> kept = new ArrayList<>();
            for (int i = 0; i < lines.size(); i++) {
                String text = lines.get(i).strip();
                if (counts(text)) {
                    kept.add(new Line(file, i + 1, text));
                }
            }
            files.add(kept);
        }
        return files;
    }

    private static boolean counts(String text) {
        return !text.isEmpty() && !text.startsWith("//") && !text.startsWith("import ") && !text.startsWith("package ");
    }

    /// Each run once, at its beginning.
    private static List<String> repeated(List<List<Line>> files) {
        Map<List<String>, Line> first = new LinkedHashMap<>();
        List<String> found = new ArrayList<>();
        Set<Line> told = new HashSet<>();
        for (List<Line> lines : files) {
            for (int from = 0; from + LONGEST < lines.size(); from++) {
                List<Line> window = lines.subList(from, from + LONGEST + 1);
                Line here = window.getFirst();
                Line earlier = first.putIfAbsent(window.stream().map(Line::text).toList(), here);
                boolean goesOn = from > 0 && told.contains(lines.get(from - 1));
                if (earlier == null || REASONS.containsKey(places(earlier, here))) {
                    continue;
                }
                told.add(here);
                if (!goesOn) {
                    found.add(shown(here) + " repeats " + shown(earlier));
                }
            }
        }
        return found;
    }

    private static Set<String> places(Line one, Line other) {
        return new TreeSet<>(List.of(name(one.file()), name(other.file())));
    }

    private static String shown(Line line) {
        return name(line.file()) + ":" + line.number();
    }

    private static String name(Path file) {
        return file.isAbsolute() ? tree.shown(file) : file.toString();
    }
}
