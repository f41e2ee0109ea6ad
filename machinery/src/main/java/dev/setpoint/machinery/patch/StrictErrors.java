package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.text.Quoted;
import java.util.List;

/// The sentences of field validation.
final class StrictErrors {
    private StrictErrors() {}

    static List<String> duplicates(String prefix, List<String> paths) {
        return paths.stream()
                .map(path -> prefix + "duplicate field " + Quoted.of(path))
                .toList();
    }

    static String unknown(String prefix, String path) {
        return prefix + "unknown field " + Quoted.of(path);
    }
}
