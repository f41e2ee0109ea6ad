package dev.setpoint.base.baton;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// A whole run in 64 hexadecimal digits.
public final class TraceHash implements Trace {
    private final MessageDigest digest;
    private long lines;

    public TraceHash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has SHA-256", missing);
        }
    }

    @Override
    public synchronized void line(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) '\n');
        lines++;
    }

    public synchronized long lines() {
        return lines;
    }

    /// Of the lines so far; more may follow.
    public synchronized String hex() {
        try {
            return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException("SHA-256 of this platform cannot be cloned", impossible);
        }
    }
}
