package dev.setpoint.apiserver.stream;

import dev.setpoint.apiserver.pipeline.TextStream;
import dev.setpoint.base.value.Key;
import java.util.Optional;

/// Where the logs of pods come from: whoever runs them.
public interface PodLogs {
    /// Empty when nobody here keeps logs of this pod: then it has printed nothing. Empty as well when the
    /// life before the present one is asked for, and there was none.
    Optional<TextStream> open(Key pod, String container, LogOptions options);

    /// Of pods that exist in the store alone.
    PodLogs NONE = (pod, container, options) -> Optional.empty();
}
