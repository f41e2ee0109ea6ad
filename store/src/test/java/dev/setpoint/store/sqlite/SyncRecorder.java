package dev.setpoint.store.sqlite;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;

/// Keeps what a power cut would leave of a directory: the files that it listed when SQLite last synced the
/// directory itself, each with the content that it had when it was last synced. What is there at the
/// beginning counts as synced.
///
/// Copying the files when a commit is acknowledged would prove nothing, since a copy also sees what lies only
/// in the operating system's cache. So this stands between SQLite and the operating system: the slot through
/// which SQLite's library calls `fsync` is pointed to a function of this class, which calls the real one and
/// then keeps the file.
// Native memory and calls are the point of this class.
@SuppressWarnings("restricted")
final class SyncRecorder implements AutoCloseable {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final FunctionDescriptor SYNC = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);

    private final Path directory;
    private final Map<String, byte[]> contents = new TreeMap<>();
    private Set<String> listed = Set.of();
    private final Arena arena = Arena.ofShared();
    private final MethodHandle realSync;
    private final MemorySegment slot;
    private final long original;
    private final Map<String, Integer> syncs = new TreeMap<>();
    private @Nullable Throwable failure;

    SyncRecorder(Path directory) throws Exception {
        this.directory = directory.toRealPath();
        keep(this.directory);
        for (var name : listed) {
            keep(this.directory.resolve(name));
        }
        SQLiteJDBCLoader.initialize();
        slot = ElfImage.loaded("sqlitejdbc").slotOf("fsync");
        original = slot.get(ValueLayout.JAVA_LONG, 0);
        realSync = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("fsync"), SYNC);
        var recording = MethodHandles.lookup().bind(this, "sync", MethodType.methodType(int.class, int.class));
        slot.set(
                ValueLayout.JAVA_LONG,
                0,
                LINKER.upcallStub(recording, SYNC, arena).address());
    }

    /// Called by SQLite. An exception must not cross into native code.
    int sync(int descriptor) {
        try {
            int result = (int) realSync.invokeExact(descriptor);
            if (result == 0) {
                keep(Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)));
            }
            return result;
        } catch (Throwable thrown) {
            synchronized (this) {
                failure = thrown;
            }
            return -1;
        }
    }

    /// SQLite writes a file and syncs it on one thread, so nobody changes it while it is read here.
    private synchronized void keep(Path synced) throws IOException {
        if (synced.equals(directory)) {
            try (var files = Files.list(directory)) {
                listed =
                        files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
            }
        } else if (synced.startsWith(directory)) {
            var name = synced.getFileName().toString();
            contents.put(name, Files.readAllBytes(synced));
            syncs.merge(name, 1, Integer::sum);
        }
    }

    /// Puts what is synced by now into another directory.
    synchronized void restoreTo(Path target) throws IOException {
        if (failure != null) {
            throw new IllegalStateException("the recording failed", failure);
        }
        Files.createDirectories(target);
        for (var file : contents.entrySet()) {
            if (listed.contains(file.getKey())) {
                Files.write(target.resolve(file.getKey()), file.getValue());
            }
        }
    }

    synchronized int syncsOf(String name) {
        return syncs.getOrDefault(name, 0);
    }

    @Override
    public void close() {
        slot.set(ValueLayout.JAVA_LONG, 0, original);
        arena.close();
    }
}
