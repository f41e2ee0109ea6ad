package dev.setpoint.conformance.golden;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The scenarios that are known to differ, each with the reason. Whoever makes one pass takes it off the list.
final class NotYet {
    private final Map<String, String> reasons = new TreeMap<>();

    /// Reads `golden/not-yet.txt`: a name, blanks and a reason on each line; lines that begin with `#` are comments.
    static NotYet load() {
        NotYet list = new NotYet();
        try {
            for (String line : Files.readAllLines(Scenario.folder().resolve("not-yet.txt"))) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.strip().split("\\s+", 2);
                    if (parts.length < 2) {
                        throw new IllegalStateException(line + " (expected: a name and a reason)");
                    }
                    list.reasons.put(parts[0], parts[1]);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return list;
    }

    Optional<String> reason(String scenario) {
        return Optional.ofNullable(reasons.get(scenario));
    }

    Iterable<String> names() {
        return reasons.keySet();
    }
}
