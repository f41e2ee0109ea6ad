package dev.setpoint.scheduler.cluster;

import org.jspecify.annotations.Nullable;

/// A mark on a node that keeps pods away unless they tolerate it.
public record Taint(String key, String value, Effect effect) {
    public enum Effect {
        NO_SCHEDULE,
        PREFER_NO_SCHEDULE,
        NO_EXECUTE,
        /// One that this version does not know: it keeps nobody away.
        UNKNOWN;

        static Effect read(String text) {
            return switch (text) {
                case "NoSchedule" -> NO_SCHEDULE;
                case "PreferNoSchedule" -> PREFER_NO_SCHEDULE;
                case "NoExecute" -> NO_EXECUTE;
                default -> UNKNOWN;
            };
        }
    }

    static Taint read(io.fabric8.kubernetes.api.model.Taint taint) {
        return new Taint(taint.getKey(), text(taint.getValue()), Effect.read(taint.getEffect()));
    }

    /// Pods that do not tolerate it cannot be placed here.
    public boolean repels() {
        return effect == Effect.NO_SCHEDULE || effect == Effect.NO_EXECUTE;
    }

    /// Pods that do not tolerate it are better placed elsewhere.
    public boolean discourages() {
        return effect == Effect.PREFER_NO_SCHEDULE;
    }

    static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
