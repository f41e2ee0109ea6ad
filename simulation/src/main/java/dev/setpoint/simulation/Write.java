package dev.setpoint.simulation;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import java.util.Optional;

/// A write that changed something.
///
/// @param manager who owns the fields that it set; empty when the writer does not say
/// @param after what is there now; empty when it is gone
public record Write(long nanos, String process, String manager, String verb, Key key, Optional<Stored> after) {
    public String who() {
        return manager.isEmpty() || manager.equals(process) ? process : process + " (as " + manager + ")";
    }

    @Override
    public String toString() {
        return process + ": " + verb + " " + key;
    }
}
