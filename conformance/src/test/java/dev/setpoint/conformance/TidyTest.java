package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.conformance.SourceTree.Declarations;
import dev.setpoint.conformance.SourceTree.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/// The style of the project as far as a machine can see it. Each test lists every offender with its place.
class TidyTest {
    private static final int MAX_FILE_LINES = 500;
    private static final int MAX_METHOD_LINES = 60;
    private static final Set<String> TEXT =
            new TreeSet<>(List.of("java", "md", "xml", "properties", "sh", "yaml", "yml", "tsv", "json", "config", ""));

    private static final SourceTree tree = SourceTree.find();
    private static final Declarations main = tree.declarations(tree.mainSources());
    private static final Declarations tests = tree.declarations(tree.testSources());

    @Test
    void findsTheSources() {
        assertThat(tree.mainSources()).hasSizeGreaterThan(100);
        assertThat(main.methods()).hasSizeGreaterThan(500);
        assertThat(tests.methods()).hasSizeGreaterThan(100);
    }

    @Test
    void keepsFilesShort() {
        assertThat(javaSources().stream()
                        .filter(file -> SourceTree.lines(file).size() > MAX_FILE_LINES)
                        .map(file ->
                                tree.shown(file) + ": " + SourceTree.lines(file).size() + " lines"))
                .isEmpty();
    }

    @Test
    void keepsMethodsShort() {
        assertThat(offenders(main, method -> method.lines() > MAX_METHOD_LINES)).isEmpty();
        assertThat(offenders(tests, method -> method.lines() > MAX_METHOD_LINES))
                .isEmpty();
    }

    @Test
    void describesEveryPackage() {
        Set<Path> folders = new TreeSet<>();
        tree.mainSources().forEach(file -> folders.add(file.getParent()));
        assertThat(folders.stream()
                        .filter(folder -> !describes(folder.resolve("package-info.java")))
                        .map(tree::shown))
                .isEmpty();
    }

    @Test
    void hasNoGettersInItsApi() {
        Pattern getter = Pattern.compile("get[A-Z].*");
        assertThat(offenders(
                        main,
                        method -> getter.matcher(method.name()).matches()
                                && !method.modifiers().contains(Modifier.PRIVATE)
                                && !method.annotations().contains("Override")))
                .isEmpty();
    }

    @Test
    void namesTypesForWhatTheyAre() {
        // A bare `Manager` is Kubernetes' word for who owns fields.
        Pattern empty = Pattern.compile("Abstract.*|.+Manager|.*(Utils?|Helper|Impl)");
        assertThat(main.types().stream()
                        .filter(type -> empty.matcher(type.name()).matches())
                        .map(type -> type.where() + ": " + type.name()))
                .isEmpty();
        Pattern vague = Pattern.compile(".*/(common|internal|utils?|helpers?|impl)/[^/]+");
        assertThat(javaSources().stream()
                        .map(tree::shown)
                        .filter(file -> vague.matcher(file).matches()))
                .isEmpty();
    }

    @Test
    void leavesNothingForLater() {
        assertThat(linesMatching(textFiles(), Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b")))
                .isEmpty();
    }

    @Test
    void knowsNoMachine() {
        Pattern places = Pattern.compile("(^|[\\s\"'=(:])/(wo" + "rk|ro" + "ot|ho" + "me/\\w+|Us" + "ers/\\w+)/");
        assertThat(linesMatching(textFiles(), places)).isEmpty();
    }

    @Test
    void neitherSleepsNorSkipsInTests() {
        Pattern slips = Pattern.compile("\\b(Thread\\.sl" + "eep|TimeUnit\\.\\w+\\.sl" + "eep)\\(|@Dis" + "abled\\b"
                + "|\\bass" + "ume(True|False|That)\\(|org\\.mock" + "ito");
        assertThat(linesMatching(tree.testSources(), slips)).isEmpty();
    }

    private static List<String> offenders(Declarations declarations, Predicate<Method> wrong) {
        return declarations.methods().stream()
                .filter(wrong)
                .map(method -> method.where() + ": " + method.name() + ", " + method.lines() + " lines")
                .toList();
    }

    private static boolean describes(Path packageInfo) {
        if (!Files.exists(packageInfo)) {
            return false;
        }
        List<String> lines = SourceTree.lines(packageInfo);
        return lines.contains("@NullMarked") && lines.getFirst().startsWith("/// ");
    }

    private static List<Path> javaSources() {
        return tree.files().stream()
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    private static List<Path> textFiles() {
        return tree.files().stream().filter(TidyTest::isText).toList();
    }

    private static boolean isText(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return TEXT.contains(dot <= 0 ? "" : name.substring(dot + 1)) && !name.equals("mvnw");
    }

    private static List<String> linesMatching(List<Path> files, Pattern pattern) {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            List<String> lines = SourceTree.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (pattern.matcher(lines.get(i)).find()) {
                    found.add(tree.shown(file) + ":" + (i + 1) + ": "
                            + lines.get(i).strip());
                }
            }
        }
        return found;
    }
}
