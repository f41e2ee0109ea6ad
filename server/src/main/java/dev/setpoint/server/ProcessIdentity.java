package dev.setpoint.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.UUID;

/// Who the processes of one data folder are when they stand for election: `<host>_<uuid>`, as in
/// Kubernetes.
///
/// It lies in the folder and stays. The folder is in use by one process at a time, so whoever finds that
/// its own identity leads knows that this was an earlier life: after a crash there is nobody to wait for.
public final class ProcessIdentity {
    private static final String FILE = "identity";

    private ProcessIdentity() {}

    static String of(Path dataDir, SecureRandom random) throws IOException {
        Path file = dataDir.resolve(FILE);
        if (Files.exists(file)) {
            String known = Files.readString(file).strip();
            if (!known.isEmpty()) {
                return known;
            }
        }
        String made = fresh(random);
        Path draft = dataDir.resolve(FILE + ".new");
        Files.writeString(draft, made + "\n");
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return made;
    }

    /// Of a process that has no folder to itself: nobody knows it again after a crash, and its Lease runs out.
    public static String fresh(SecureRandom random) {
        return host() + "_" + uuid(random);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "localhost"; // A machine need not know its name.
        }
    }

    private static UUID uuid(SecureRandom random) {
        long version4 = (random.nextLong() & ~0xF000L) | 0x4000L;
        long variant = (random.nextLong() & ~(0b11L << 62)) | (0b10L << 62);
        return new UUID(version4, variant);
    }
}
