package dev.setpoint.server.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The file of one life of a component, `logs/kube-scheduler/3.log`. What is older than the file may hold
/// lies in `3.log.1`, and what is older than that is gone. Used by one task.
final class LogFile implements AutoCloseable {
    private static final long MOST_BYTES = 10L << 20;
    private static final String ENDING = ".log";

    private final Path folder;
    private final int number;
    private @Nullable OutputStream out;
    private long size;

    /// @param folder of the component
    LogFile(Path folder, int number) {
        this.folder = folder;
        this.number = number;
    }

    /// The number of the newest file there; -1 when there is none.
    static int newest(Path folder) throws IOException {
        return numbers(folder).stream().mapToInt(Integer::intValue).max().orElse(-1);
    }

    private static List<Integer> numbers(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Integer> numbers = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d{1,9}\\.log"))
                    .forEach(name -> numbers.add(Integer.parseInt(name, 0, name.length() - ENDING.length(), 10)));
        }
        return numbers;
    }

    void append(byte[] lines) throws IOException {
        if (out == null) {
            open();
        } else if (size + lines.length > MOST_BYTES) {
            out.close();
            Files.move(path(), rotated(number), StandardCopyOption.REPLACE_EXISTING);
            open();
        }
        if (out != null) {
            out.write(lines);
            size += lines.length;
        }
    }

    /// Files of lives before the last one go.
    private void open() throws IOException {
        Files.createDirectories(folder);
        for (int old : numbers(folder)) {
            if (old < number - 1) {
                Files.deleteIfExists(rotated(old));
                Files.deleteIfExists(folder.resolve(old + ENDING));
            }
        }
        out = Files.newOutputStream(path(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        size = Files.size(path());
    }

    /// The last lines of the file, as many as a [Ring] holds.
    List<Line> tail() throws IOException {
        if (!Files.exists(path())) {
            return List.of();
        }
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "r")) {
            long from = Math.max(0, file.length() - Ring.MOST_BYTES);
            file.seek(from);
            byte[] bytes = new byte[(int) (file.length() - from)];
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .skip(from == 0 ? 0 : 1) // It may begin in the middle of a line.
                    .flatMap(line -> Line.parse(line).stream())
                    .toList();
        }
    }

    private Path path() {
        return folder.resolve(number + ENDING);
    }

    private Path rotated(int which) {
        return folder.resolve(which + ENDING + ".1");
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }
}
