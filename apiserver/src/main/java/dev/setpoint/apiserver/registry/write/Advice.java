package dev.setpoint.apiserver.registry.write;

import java.util.ArrayList;
import java.util.List;

/// What a write that succeeds has to say to its caller. Of several tries the last one counts.
public final class Advice {
    private List<String> warnings = List.of();

    void give(List<String> newWarnings) {
        warnings = newWarnings;
    }

    /// The warnings of decoding first.
    public List<String> after(List<String> decoding) {
        if (warnings.isEmpty()) {
            return decoding;
        }
        List<String> all = new ArrayList<>(decoding);
        all.addAll(warnings);
        return all;
    }
}
