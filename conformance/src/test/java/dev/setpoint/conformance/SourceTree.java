package dev.setpoint.conformance;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The files of the project as people wrote them, and the declarations in them.
final class SourceTree {
    private static final Set<String> NOT_WRITTEN_BY_PEOPLE = Set.of("target", ".git", ".setpoint", ".idea", ".vscode");

    private final Path root;
    private final List<Path> files;

    private SourceTree(Path root, List<Path> files) {
        this.root = root;
        this.files = files;
    }

    /// The tree that the current folder lies in: the nearest one above with a Maven wrapper.
    static SourceTree find() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("no mvnw above " + Path.of("").toAbsolutePath());
            }
        }
        return new SourceTree(folder, walk(folder));
    }

    List<Path> files() {
        return files;
    }

    /// Java sources below `src/main`.
    List<Path> mainSources() {
        return files.stream().filter(file -> isJava(file, "main")).toList();
    }

    List<Path> testSources() {
        return files.stream().filter(file -> isJava(file, "test")).toList();
    }

    /// As it is shown to people: from the root of the project.
    String shown(Path file) {
        return root.relativize(file).toString();
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }

    /// @param where file and line, as people and tools like it
    record Method(String where, String name, Set<Modifier> modifiers, List<String> annotations, long lines) {}

    record Type(String where, String name) {}

    record Declarations(List<Type> types, List<Method> methods) {}

    Declarations declarations(List<Path> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Declarations found = new Declarations(new ArrayList<>(), new ArrayList<>());
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, _ -> {}, List.of(), null, manager.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new Collector(unit, positions, found).scan(unit, null);
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Collector extends TreePathScanner<@Nullable Void, @Nullable Void> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final Declarations found;

        Collector(CompilationUnitTree unit, SourcePositions positions, Declarations found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public @Nullable Void visitClass(ClassTree node, @Nullable Void nothing) {
            if (!node.getSimpleName().isEmpty()) {
                found.types()
                        .add(new Type(
                                where(positions.getStartPosition(unit, node)),
                                node.getSimpleName().toString()));
            }
            return super.visitClass(node, null);
        }

        @Override
        public @Nullable Void visitMethod(MethodTree node, @Nullable Void nothing) {
            long start = positions.getStartPosition(unit, node);
            long end = positions.getEndPosition(unit, node);
            if (end > start) { // Not what the compiler adds, like the constructor of a record.
                found.methods()
                        .add(new Method(
                                where(start),
                                node.getName().toString(),
                                node.getModifiers().getFlags(),
                                node.getModifiers().getAnnotations().stream()
                                        .map(annotation ->
                                                annotation.getAnnotationType().toString())
                                        .toList(),
                                line(end) - line(signature(node)) + 1));
            }
            return super.visitMethod(node, null);
        }

        /// Behind the annotations, where there is a type to be found.
        private long signature(MethodTree node) {
            return positions.getStartPosition(unit, node.getReturnType() == null ? node : node.getReturnType());
        }

        private String where(long position) {
            return shown(Path.of(unit.getSourceFile().toUri())) + ":" + line(position);
        }

        private long line(long position) {
            return unit.getLineMap().getLineNumber(position);
        }
    }

    private static boolean isJava(Path file, String kind) {
        return file.toString().endsWith(".java") && file.toString().contains("/src/" + kind + "/java/");
    }

    private static List<Path> walk(Path root) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    Path name = folder.getFileName();
                    return name != null && NOT_WRITTEN_BY_PEOPLE.contains(name.toString())
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !file.endsWith(".git")) { // In a linked work tree it is a file.
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(null);
        return found;
    }
}
