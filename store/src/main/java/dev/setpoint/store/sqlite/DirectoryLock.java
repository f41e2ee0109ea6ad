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
            Files.createDirectories(directory);
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
