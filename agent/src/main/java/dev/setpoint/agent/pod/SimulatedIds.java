package dev.setpoint.agent.pod;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Ids that follow from what they name, so that a restarted agent gives the same ones.
final class SimulatedIds {
    private SimulatedIds() {}

    /// A container's id differs from run to run.
    static String container(String podUid, String container, int restart) {
        return "simulated://" + digest(podUid + "/" + container + "/" + restart);
    }

    /// `nginx:1.25` becomes `nginx@sha256:...`; what already names a digest stays.
    static String image(String image) {
        if (image.contains("@")) {
            return image;
        }
        int colon = image.lastIndexOf(':');
        String repository = colon > image.lastIndexOf('/') ? image.substring(0, colon) : image;
        return repository + "@sha256:" + digest(image);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
