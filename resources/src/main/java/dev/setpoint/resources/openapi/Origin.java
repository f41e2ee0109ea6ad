package dev.setpoint.resources.openapi;

import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.schema.BuiltInSchemas;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/// A digest of all that documents are made from: the tables, and the classes that make them.
///
/// Clients keep a document for as long as its hash in the index stays the same. Hashing the documents themselves would
/// mean making all of them, half a second of work, before the first `kubectl apply` gets its index.
final class Origin {
    static final List<Class<?>> MAKERS = List.of(
            ComponentNames.class,
            Components.class,
            CustomComponents.class,
            CustomSchemas.class,
            OpenApiV2.class,
            OpenApiV3.class,
            Operation.class,
            Origin.class,
            OwnForms.class,
            OperationParameters.class,
            Paths.class,
            ProtobufOutput.class,
            RootDocuments.class,
            SwaggerProtobuf.class);

    private Origin() {}

    /// @param what tells documents of one origin apart
    static String hash(String what) {
        MessageDigest digest = sha256();
        digest.update(Digests.TABLES_AND_MAKERS);
        digest.update(what.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest()).toUpperCase(Locale.ROOT);
    }

    private static final class Digests {
        static final byte[] TABLES_AND_MAKERS = compute();

        private static byte[] compute() {
            MessageDigest digest = sha256();
            add(digest, ResourceTable.class, "resources.tsv");
            add(digest, BuiltInSchemas.class, "schemas.bin");
            add(digest, BuiltInSchemas.class, "descriptions.bin");
            MAKERS.forEach(maker -> add(digest, maker, maker.getSimpleName() + ".class"));
            return digest.digest();
        }

        private static void add(MessageDigest digest, Class<?> neighbour, String name) {
            try (InputStream in = neighbour.getResourceAsStream(name)) {
                if (in == null) {
                    throw new IllegalStateException(name + " is missing from the jar");
                }
                digest.update(in.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every JDK has it.
        }
    }
}
