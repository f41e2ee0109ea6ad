package dev.setpoint.apiserver.authn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files that only their owner can read, replaced as a whole: a reader or a crash sees the old text or the new one.
public final class SecretFiles {
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private SecretFiles() {}

    public static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, OWNER_ONLY_FOLDER);
    }

    /// Durable when it returns.
    static void write(Path file, String text) throws IOException {
        write(file, text, true);
    }

    /// What can be made again when a power cut takes it: to wait for the disk would lengthen every first start.
    static void writeReplaceable(Path file, String text) throws IOException {
        write(file, text, false);
    }

    private static void write(Path file, String text, boolean durable) throws IOException {
        Path target = file.toAbsolutePath();
        Path temporary = target.resolveSibling("." + target.getFileName() + ".new");
        Files.deleteIfExists(temporary); // Left by a crash, perhaps with other permissions.
        try (FileChannel channel = FileChannel.open(
                temporary, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY_FILE)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (durable) {
                channel.force(true);
            }
        }
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
