package dev.setpoint.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BundleIT {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void holdsWhatTheClassPathHeld() throws IOException {
        write("program.jar", Map.of("Main-Class", "a.Main", "Class-Path", "one.jar two.jar"), Map.of("own", "program"));
        write(
                "one.jar",
                Map.of("Multi-Release", "true"),
                Map.of(
                        "both", "one",
                        "newer", "old",
                        "META-INF/versions/11/newer", "new",
                        "META-INF/services/s.S", "s.One",
                        "META-INF/KEY.SF", "a signature"));
        write("two.jar", Map.of(), Map.of("both", "two", "META-INF/services/s.S", "s.Two\n"));

        Bundle.write(folder.resolve("program.jar"), folder.resolve("bundle.jar"), Map.of("more", new byte[] {1}));

        try (JarFile bundle = new JarFile(folder.resolve("bundle.jar").toFile())) {
            assertThat(bundle.stream().map(JarEntry::getName))
                    .containsExactlyInAnyOrder(
                            "META-INF/MANIFEST.MF", "own", "both", "newer", "more", "META-INF/services/s.S");
            assertThat(text(bundle, "both")).isEqualTo("one"); // The first on the class path wins.
            assertThat(text(bundle, "newer")).isEqualTo("new");
            assertThat(text(bundle, "META-INF/services/s.S").lines().filter(line -> !line.isEmpty()))
                    .containsExactly("s.One", "s.Two");
            Attributes attributes = bundle.getManifest().getMainAttributes();
            assertThat(attributes.getValue("Main-Class")).isEqualTo("a.Main");
            assertThat(attributes.getValue("Class-Path")).isNull();
        }
    }

    /// The JVM verifies a class when it is linked, by the stack maps that were added.
    @Test
    void classesOfJava5AreVerifiedInTheirNewForm() throws Exception {
        ClassFile writer = ClassFile.of();
        ClassLoader loader = new RewritingLoader("picocli.", bytes -> Modernized.of(bytes, writer));
        File jar = new File(CommandLine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile picocli = new JarFile(jar)) {
            List<String> classes = picocli.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.startsWith("picocli/CommandLine") && name.endsWith(".class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .toList();
            assertThat(classes).hasSizeGreaterThan(100);
            for (String name : classes) {
                assertThat(Class.forName(name, true, loader).getClassLoader()).isSameAs(loader);
            }
        }
    }

    private void write(String name, Map<String, String> attributes, Map<String, String> files) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        try (OutputStream out = Files.newOutputStream(folder.resolve(name));
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            for (Map.Entry<String, String> file :
                    files.entrySet().stream().sorted(Map.Entry.comparingByKey()).toList()) {
                jar.putNextEntry(new JarEntry(file.getKey()));
                jar.write(file.getValue().getBytes(StandardCharsets.UTF_8));
                jar.closeEntry();
            }
        }
    }

    private static String text(JarFile jar, String name) throws IOException {
        return new String(jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
