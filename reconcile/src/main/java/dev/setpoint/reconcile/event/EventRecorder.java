package dev.setpoint.reconcile.event;

import io.fabric8.kubernetes.api.model.HasMetadata;

/// Tells people what a loop did or could not do, as Events about an object.
///
/// Never blocks and never fails: under pressure events are merged, limited and at last dropped.
@FunctionalInterface
public interface EventRecorder {
    enum Type {
        NORMAL("Normal"),
        WARNING("Warning");

        private final String word;

        Type(String word) {
            this.word = word;
        }

        /// As it stands in the Event.
        public String word() {
            return word;
        }
    }

    /// @param reason one word in upper camel case: `SuccessfulCreate`
    /// @param message a sentence for people
    void record(ObjectReference regarding, Type type, String reason, String message);

    default void normal(HasMetadata regarding, String reason, String message) {
        record(ObjectReference.to(regarding), Type.NORMAL, reason, message);
    }

    default void warning(HasMetadata regarding, String reason, String message) {
        record(ObjectReference.to(regarding), Type.WARNING, reason, message);
    }
}
