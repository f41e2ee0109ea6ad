package dev.setpoint.generator;

import dev.setpoint.machinery.compact.CompactTable;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.proto.Meta;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/// A digest of everything that the tables are made from. Making them takes seconds, and most builds change none of it.
final class Fingerprint {
    private Fingerprint() {}

    static String of(Path resourceTable) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(Files.readAllBytes(resourceTable));
            addContents(origin(Generate.class), digest);
            addContents(origin(CompactTable.class), digest);
            addName(origin(V1Pod.class), digest);
            addName(origin(Meta.class), digest);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException | URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path origin(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /// A published jar never changes under its name.
    private static void addName(Path jar, MessageDigest digest) {
        digest.update(jar.toString().getBytes(StandardCharsets.UTF_8));
    }

    /// Our own classes do change, whether they lie in a folder or in a jar.
    private static void addContents(Path origin, MessageDigest digest) throws IOException {
        try (Stream<Path> files = Files.walk(origin)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                digest.update(file.toString().getBytes(StandardCharsets.UTF_8));
                digest.update(Files.readAllBytes(file));
            }
        }
    }
}
