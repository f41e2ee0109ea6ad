package dev.setpoint.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The documents say what is there: their index, their links and the list of dependencies are held to the files.
class DocumentsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]+)(#[^)\\s]*)?\\)");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<(?:dependency|plugin|path)>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>");
    private static final Pattern NAMED = Pattern.compile("[a-z][a-zA-Z0-9.]*(?:-[a-zA-Z0-9.]+)*");

    private static final SourceTree tree = SourceTree.find();

    @Test
    void theIndexNamesEveryDocument() {
        Set<String> linked = new TreeSet<>();
        Path index = only("docs/README.md");
        links(index).forEach(link -> linked.add(tree.shown(resolve(index, link))));
        assertThat(documents().stream()
                        .map(tree::shown)
                        .filter(document -> document.startsWith("docs/") && !document.equals("docs/README.md"))
                        .filter(document -> !linked.contains(document)))
                .isEmpty();
    }

    @Test
    void everyLinkLeadsSomewhere() {
        List<String> broken = new ArrayList<>();
        for (Path document : documents()) {
            for (String link : links(document)) {
                if (!link.contains("://") && !link.startsWith("mailto:") && !Files.exists(resolve(document, link))) {
                    broken.add(tree.shown(document) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyDependencyHasItsReason() {
        Set<String> named = new TreeSet<>();
        for (String row : SourceTree.lines(only("docs/DEPENDENCIES.md"))) {
            if (row.startsWith("| ")) {
                Matcher names = NAMED.matcher(row.substring(0, row.indexOf(" |", 1)));
                while (names.find()) {
                    named.add(names.group());
                }
            }
        }
        Set<String> unexplained = new TreeSet<>();
        for (Path pom : tree.files()) {
            if (pom.endsWith("pom.xml")
                    && !tree.shown(pom).contains("/src/")
                    && !tree.shown(pom).equals("pom.xml")) {
                Matcher dependencies = DEPENDENCY.matcher(String.join("\n", SourceTree.lines(pom)));
                while (dependencies.find()) {
                    String group = dependencies.group(1);
                    String artifact = dependencies.group(2);
                    boolean ours = group.equals("dev.setpoint") || group.equals("org.apache.maven.plugins");
                    if (!ours && !named.contains(artifact)) {
                        unexplained.add(group + ":" + artifact + " (" + tree.shown(pom) + ")");
                    }
                }
            }
        }
        assertThat(unexplained).isEmpty();
    }

    private static List<Path> documents() {
        return tree.files().stream()
                .filter(file ->
                        file.toString().endsWith(".md") && !tree.shown(file).contains("/src/"))
                .toList();
    }

    private static Path only(String name) {
        return tree.files().stream()
                .filter(file -> tree.shown(file).equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name));
    }

    private static List<String> links(Path document) {
        List<String> links = new ArrayList<>();
        boolean code = false;
        for (String line : SourceTree.lines(document)) {
            code ^= line.startsWith("```");
            Matcher link = LINK.matcher(code || line.startsWith("    ") ? "" : line);
            while (link.find()) {
                links.add(link.group(1));
            }
        }
        return links;
    }

    private static Path resolve(Path document, String link) {
        return document.resolveSibling(link).normalize();
    }
}
