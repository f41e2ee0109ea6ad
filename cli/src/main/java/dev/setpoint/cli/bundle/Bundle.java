package dev.setpoint.cli.bundle;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Puts a jar, and those that its manifest names, into one.
///
/// A start looks into every jar of the class path, since each could have services to offer, and reads its whole
/// directory for that: with one jar that is done once. Of the classes for several versions of Java only those
/// are taken that this one would use, which leaves a third of the directory out. Signatures go, because classes
/// of a signed jar are checked one by one and kept out of the cache of loaded classes.
public final class Bundle {
    private static final String SERVICES = "META-INF/services/";
    private static final String CLASS = ".class";
    private static final String OWN = "dev/setpoint/";
    private static final ClassFile WRITER = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(Bundle.class.getClassLoader())
                    .orElse(ClassHierarchyResolver.defaultResolver())));

    /// By name, the class path's first before its others, as a class loader would find them.
    private final Map<String, byte[]> files = new LinkedHashMap<>();

    private final Map<String, ByteArrayOutputStream> services = new LinkedHashMap<>();

    private Bundle() {}

    /// @param program a jar whose manifest names the others, and the main class
    /// @param more files for the bundle alone, by name
    public static void write(Path program, Path bundle, Map<String, byte[]> more) throws IOException {
        Bundle all = new Bundle();
        Manifest manifest;
        try (JarFile jar = new JarFile(program.toFile())) {
            manifest = jar.getManifest();
        }
        for (Path part : parts(program, manifest)) {
            all.add(part);
        }
        all.files.putAll(more);
        all.services.forEach((name, lines) -> all.files.put(name, lines.toByteArray()));
        Path unfinished = bundle.resolveSibling(bundle.getFileName() + ".new");
        try (OutputStream out = Files.newOutputStream(unfinished)) {
            all.write(header(manifest), new ZipOutputStream(new BufferedOutputStream(out)));
        }
        Files.move(unfinished, bundle, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static List<Path> parts(Path program, Manifest manifest) {
        List<Path> parts = new ArrayList<>(List.of(program));
        URI base = program.toUri();
        for (String name : manifest.getMainAttributes()
                .getValue(Attributes.Name.CLASS_PATH)
                .split(" ", -1)) {
            parts.add(Path.of(base.resolve(name)));
        }
        return parts;
    }

    private static Manifest header(Manifest of) {
        Manifest header = new Manifest(of);
        header.getMainAttributes().remove(Attributes.Name.CLASS_PATH);
        return header;
    }

    private void add(Path part) throws IOException {
        try (JarFile jar = new JarFile(part.toFile(), false, JarFile.OPEN_READ, Runtime.version())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.versionedStream()::iterator) {
                String name = entry.getName();
                if (entry.isDirectory() || isOfItsJarAlone(name)) {
                    continue;
                }
                try (InputStream in = jar.getInputStream(entry)) {
                    add(name, in.readAllBytes());
                }
            }
        }
    }

    private void add(String name, byte[] bytes) throws IOException {
        if (name.startsWith(SERVICES)) {
            ByteArrayOutputStream lines = services.computeIfAbsent(name, _ -> new ByteArrayOutputStream());
            lines.write(bytes);
            lines.write('\n');
        } else if (!files.containsKey(name)) {
            files.put(name, name.endsWith(CLASS) ? ready(name, bytes) : bytes);
        }
    }

    /// A class in a form that the cache of loaded classes can keep.
    private static byte[] ready(String name, byte[] bytes) {
        return name.startsWith(OWN) ? Desugared.of(bytes, WRITER) : Modernized.of(bytes, WRITER);
    }

    /// What says something of a jar as a whole, and would be wrong of another.
    private static boolean isOfItsJarAlone(String name) {
        return name.equals(JarFile.MANIFEST_NAME)
                || name.endsWith("module-info.class")
                || name.startsWith("META-INF/maven/")
                || name.matches("META-INF/[^/]*\\.(SF|RSA|DSA|EC|LIST)");
    }

    /// Uncompressed: the jar is read from the file system's cache at each start, and never sent anywhere.
    private void write(Manifest header, ZipOutputStream out) throws IOException {
        ByteArrayOutputStream manifest = new ByteArrayOutputStream();
        header.write(manifest);
        put(out, JarFile.MANIFEST_NAME, manifest.toByteArray());
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            put(out, file.getKey(), file.getValue());
        }
        out.finish();
        out.flush();
    }

    private static void put(ZipOutputStream out, String name, byte[] bytes) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(sum.getValue());
        entry.setTime(0);
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }
}
