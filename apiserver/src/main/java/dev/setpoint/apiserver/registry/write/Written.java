package dev.setpoint.apiserver.registry.write;

import dev.setpoint.base.value.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// What a write came to.
///
/// @param shown the object as the caller sees it, made when it is asked for; at revision 0 when a dry run would have
///     created it
/// @param warnings for the caller
public record Written(Supplier<Stored> shown, Effect effect, List<String> warnings) {
    public enum Effect {
        CREATED,
        /// Or left as it was, when that is what was wanted.
        CHANGED,
        /// It is going: a finalizer or a grace period holds it.
        MARKED,
        DELETED
    }

    static Written of(Stored object, Effect effect, List<String> warnings) {
        return new Written(() -> object, effect, warnings);
    }

    public Stored object() {
        return shown.get();
    }

    /// The warnings of decoding come first.
    public List<String> warningsAfter(List<String> decoding) {
        if (warnings.isEmpty()) {
            return decoding;
        }
        List<String> all = new ArrayList<>(decoding);
        all.addAll(warnings);
        return all;
    }
}
