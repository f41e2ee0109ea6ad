package dev.setpoint.junit;

import dev.setpoint.apiserver.authn.Pki;
import dev.setpoint.apiserver.authn.ServingNames;
import dev.setpoint.apiserver.authn.SigningKeys;
import dev.setpoint.base.Env;
import dev.setpoint.base.real.RealEnv;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The keys of all clusters of this JVM: making new ones takes longer than a cluster. They guard nothing.
final class TestKeys {
    static final SecureRandom RANDOM = new SecureRandom();
    private static final Pki PKI = make();

    private TestKeys() {}

    static Pki pki() {
        return PKI;
    }

    static SigningKeys signing() {
        return PKI.signingKeys(RANDOM);
    }

    private static Pki make() {
        try (Env env = RealEnv.create("keys")) {
            Path folder = Files.createTempDirectory("setpoint-keys");
            try {
                return Pki.open(folder, ServingNames.listeningOn("127.0.0.1"), env.wallTime(), RANDOM);
            } finally {
                delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
