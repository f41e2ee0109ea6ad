package dev.setpoint.benchmarks.scenario;

import dev.setpoint.benchmarks.BenchScenario;
import dev.setpoint.benchmarks.Figure;
import dev.setpoint.benchmarks.Lab;
import dev.setpoint.benchmarks.process.Folders;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.KeyGenerator;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/// What the machine itself can do, so that figures of two machines can be compared: copy memory, bring bytes to the
/// disk, and encrypt what TLS sends.
public final class MachineScenario implements BenchScenario {
    private static final long NANOS = 1_000_000_000L;
    private static final int COPIED = 64 << 20;
    private static final int SYNCED = 4 << 10;
    private static final int TLS_RECORD = 16 << 10;
    private static final int TAG_BITS = 128;
    private static final int NONCE_BYTES = 12;

    @Override
    public String name() {
        return "machine";
    }

    @Override
    public List<Figure> measure(Lab lab) throws Exception {
        return List.of(
                Figure.shown("the machine copies memory", copiedBytesPerSecond() / 1e9, "GB/s"),
                Figure.shown("the machine syncs 4 KB to disk", syncsPerSecond(), "/s"),
                Figure.shown("one core encrypts TLS records (AES-128-GCM)", encryptedBytesPerSecond() / 1e9, "GB/s"));
    }

    /// Something that can be done again and again.
    private interface Step {
        void run() throws Exception;
    }

    /// Runs for some seconds to warm up, until the code is compiled, and for another that counts.
    private static double perSecond(Step step) throws Exception {
        double rate = 0;
        for (int i = 0; i < 4; i++) {
            long begin = System.nanoTime();
            long count = 0;
            while (System.nanoTime() - begin < NANOS) {
                step.run();
                count++;
            }
            rate = count / ((System.nanoTime() - begin) / 1e9);
        }
        return rate;
    }

    private static double copiedBytesPerSecond() throws Exception {
        byte[] from = new byte[COPIED];
        byte[] to = new byte[COPIED];
        return COPIED * perSecond(() -> System.arraycopy(from, 0, to, 0, COPIED));
    }

    private static double syncsPerSecond() throws Exception {
        Path folder = Folders.create();
        try (FileChannel file =
                FileChannel.open(folder.resolve("synced"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(SYNCED);
            return perSecond(() -> {
                file.write(block.rewind());
                file.force(false);
            });
        } finally {
            Folders.delete(folder);
        }
    }

    private static double encryptedBytesPerSecond() throws Exception {
        KeyGenerator keys = KeyGenerator.getInstance("AES");
        keys.init(128);
        SecretKey key = keys.generateKey();
        SecureRandom random = new SecureRandom();
        byte[] plain = new byte[TLS_RECORD];
        byte[] sealed = new byte[TLS_RECORD + TAG_BITS / 8];
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        return TLS_RECORD * perSecond(() -> encrypt(cipher, key, random, plain, sealed));
    }

    private static void encrypt(Cipher cipher, SecretKey key, SecureRandom random, byte[] plain, byte[] sealed)
            throws GeneralSecurityException {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.doFinal(plain, 0, plain.length, sealed, 0);
    }
}
