package dev.setpoint.store.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// One user for each directory. The operating system lets go of the lock when the process ends, however it
/// ends; the file stays.
final class DirectoryLock implements AutoCloseable {
    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /// Makes the directory when it is not there.
    static DirectoryLock take(Path directory) {
        try {
            createDurably(directory.toAbsolutePath());
            var channel =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (locked(channel)) {
                return new DirectoryLock(channel);
            }
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot lock the store in " + directory, failure);
        }
        throw new StoreLockedException(directory);
    }

    /// SQLite syncs what it makes in the directory; that the directory itself is there is for us to sync.
    private static void createDurably(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        var parent = directory.getParent();
        if (parent != null) {
            createDurably(parent);
        }
        Files.createDirectory(directory);
        if (parent != null) {
            try (var channel = FileChannel.open(parent, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException _) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot unlock the store", failure);
        }
    }
}
