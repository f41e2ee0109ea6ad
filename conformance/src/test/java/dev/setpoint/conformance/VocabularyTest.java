package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// One word for one thing: no two types of main sources have the same simple name, unless there is a reason.
class VocabularyTest {
    private static final Map<String, String> REASONS =
            Map.of("ControlPlane.java", "what a test says (@ControlPlane) and what it gets, which both are called so");

    private static final SourceTree tree = SourceTree.find();

    @Test
    void givesNoNameTwice() {
        Map<String, List<String>> files = tree.mainSources().stream()
                .filter(file -> !name(file).equals("package-info.java"))
                .collect(Collectors.groupingBy(
                        VocabularyTest::name, TreeMap::new, Collectors.mapping(tree::shown, Collectors.toList())));
        assertThat(files).hasSizeGreaterThan(100);
        files.keySet().removeAll(REASONS.keySet());
        files.values().removeIf(places -> places.size() == 1);
        assertThat(files).isEmpty();
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
