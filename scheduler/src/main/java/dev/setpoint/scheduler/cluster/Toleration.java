package dev.setpoint.scheduler.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a pod puts up with. An empty key tolerates every key, no effect tolerates every effect.
public record Toleration(String key, Operator operator, String value, Taint.@Nullable Effect effect) {
    public enum Operator {
        EQUAL,
        EXISTS,
        /// Comparisons of numbers are behind a gate that is closed in Kubernetes v1.36: they tolerate nothing.
        NEVER
    }

    static Toleration read(io.fabric8.kubernetes.api.model.Toleration toleration) {
        Operator operator = switch (Taint.text(toleration.getOperator())) {
            case "", "Equal" -> Operator.EQUAL;
            case "Exists" -> Operator.EXISTS;
            default -> Operator.NEVER;
        };
        String effect = Taint.text(toleration.getEffect());
        return new Toleration(
                Taint.text(toleration.getKey()),
                operator,
                Taint.text(toleration.getValue()),
                effect.isEmpty() ? null : Taint.Effect.read(effect));
    }

    public boolean tolerates(Taint taint) {
        if (effect != null && effect != taint.effect()) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return switch (operator) {
            case EQUAL -> value.equals(taint.value());
            case EXISTS -> true;
            case NEVER -> false;
        };
    }

    public static boolean anyTolerates(List<Toleration> tolerations, Taint taint) {
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }
}
