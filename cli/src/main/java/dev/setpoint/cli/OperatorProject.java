package dev.setpoint.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/// The files of a new operator: templates in which `@name@` and other words are replaced.
final class OperatorProject {
    private static final String VERSIONS = "versions.properties";

    private final Map<String, String> words;

    /// @param words `name`, `Kind`, `plural`, `group`, `package`
    OperatorProject(Map<String, String> words) throws IOException {
        this.words = new LinkedHashMap<>(words);
        Properties versions = new Properties();
        try (InputStream in = open(VERSIONS)) {
            versions.load(in);
        }
        versions.stringPropertyNames().stream()
                .sorted()
                .forEach(library -> this.words.put(library, versions.getProperty(library)));
    }

    void write(Path folder) throws IOException {
        String kind = words.getOrDefault("Kind", "");
        String path = words.getOrDefault("package", "").replace('.', '/');
        Path main = folder.resolve("src/main/java").resolve(path);
        Path test = folder.resolve("src/test/java").resolve(path);
        write("pom.xml", folder.resolve("pom.xml"));
        write("README.md", folder.resolve("README.md"));
        write("gitignore", folder.resolve(".gitignore"));
        write("Kind.java", main.resolve(kind + ".java"));
        write("Reconciler.java", main.resolve(kind + "Reconciler.java"));
        write("Definition.java", main.resolve("Definition.java"));
        write("Main.java", main.resolve("Main.java"));
        write("KindTest.java", test.resolve(kind + "Test.java"));
        write("KindSimulationTest.java", test.resolve(kind + "SimulationTest.java"));
    }

    private void write(String template, Path file) throws IOException {
        String text;
        try (InputStream in = open("operator/" + template)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, String> word : words.entrySet()) {
            text = text.replace("@" + word.getKey() + "@", word.getValue());
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = OperatorProject.class.getResourceAsStream(resource);
        if (in == null) {
            throw new FileNotFoundException(resource + " (expected: beside the classes)");
        }
        return in;
    }
}
