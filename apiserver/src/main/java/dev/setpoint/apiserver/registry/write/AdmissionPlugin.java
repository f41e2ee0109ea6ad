package dev.setpoint.apiserver.registry.write;

import dev.setpoint.machinery.api.ApiException;
import java.util.List;

/// One admission plug-in: completes what is written, or refuses it, by looking at who writes and at other objects.
///
/// What a plug-in looks up through its [AdmissionAttempt] becomes a condition of the commit: should it move
/// meanwhile, everything is asked anew.
public interface AdmissionPlugin {
    /// Kubernetes' name for it.
    String name();

    /// Changes the object in place, after defaulting and before what depends on the caller.
    default void mutate(AdmissionAttempt attempt) {}

    /// Judges the object as it will be stored, after the kind's own validation.
    default void validate(AdmissionAttempt attempt) {}

    /// Something that this write needs is on its way, made by somebody who is woken by the same event as the writer.
    /// The write is tried again shortly, and fails with the reason when it takes too long.
    final class NotYet extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final ApiException reason;

        public NotYet(ApiException reason) {
            super(reason);
            this.reason = reason;
        }

        public ApiException reason() {
            return reason;
        }
    }

    /// Every plug-in in turn.
    record Chain(List<AdmissionPlugin> plugins) implements AdmissionPlugin {
        public Chain {
            plugins = List.copyOf(plugins);
        }

        @Override
        public String name() {
            return "Chain";
        }

        @Override
        public void mutate(AdmissionAttempt attempt) {
            plugins.forEach(plugin -> plugin.mutate(attempt));
        }

        @Override
        public void validate(AdmissionAttempt attempt) {
            plugins.forEach(plugin -> plugin.validate(attempt));
        }
    }
}
