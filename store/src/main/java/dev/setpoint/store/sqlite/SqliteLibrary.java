package dev.setpoint.store.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.sqlite.util.LibraryLoaderUtil;

/// The native part of SQLite for this machine. Its driver finds out at each start which one that is, by a process
/// of its own, and copies it out of the jar; in a JVM with `-Dorg.sqlite.lib.path=FOLDER` it takes the one in that
/// folder.
public final class SqliteLibrary {
    private SqliteLibrary() {}

    /// Copies it into the folder. A machine for which the driver has none gets none, and no SQLite either.
    public static void unpack(Path folder) throws IOException {
        String name = LibraryLoaderUtil.getNativeLibName();
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
        try (InputStream library = LibraryLoaderUtil.class.getResourceAsStream(resource)) {
            if (library != null) {
                Files.copy(library, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
