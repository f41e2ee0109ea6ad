package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What comes along with a module, by the tree of Maven: a class that nobody uses is on the class path all the same.
class ClassPathTest {
    private static final Pattern TESTED =
            Pattern.compile("<dependency>(?:(?!</dependency>).)*<scope>test</scope>.*?</dependency>", Pattern.DOTALL);
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>", Pattern.DOTALL);
    private static final String OURS = "dev.setpoint:setpoint-";

    private static final SourceTree tree = SourceTree.find();

    /// Whoever writes an operator for ConfigMaps needs no expression language, and no node does.
    @ParameterizedTest
    @ValueSource(
            strings = {"reconcile", "gallery", "client", "machinery", "resources", "controllers", "scheduler", "agent"})
    void carriesNoExpressionLanguage(String module) {
        assertThat(carried(module))
                .contains(OURS + "machinery")
                .noneMatch(dependency -> dependency.startsWith("dev.cel:"))
                .doesNotContain(OURS + "expressions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"expressions", "apiserver"})
    void seesTheExpressionLanguageWhereItIs(String module) {
        assertThat(carried(module)).contains("dev.cel:cel");
    }

    /// Everything that a module and the modules below it depend on, and the module itself.
    private static Set<String> carried(String module) {
        Set<String> carried = new TreeSet<>(Set.of(OURS + module));
        Deque<String> open = new ArrayDeque<>(List.of(module));
        while (!open.isEmpty()) {
            for (String dependency : dependencies(open.remove())) {
                if (carried.add(dependency) && dependency.startsWith(OURS)) {
                    open.add(dependency.substring(OURS.length()));
                }
            }
        }
        return carried;
    }

    private static Set<String> dependencies(String module) {
        Path pom = tree.files().stream()
                .filter(file -> tree.shown(file).equals(module + "/pom.xml"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no pom.xml in " + module));
        String text = TESTED.matcher(String.join("\n", SourceTree.lines(pom))).replaceAll("");
        Set<String> found = new LinkedHashSet<>();
        Matcher dependencies = DEPENDENCY.matcher(text);
        while (dependencies.find()) {
            found.add(dependencies.group(1) + ":" + dependencies.group(2));
        }
        return found;
    }
}
