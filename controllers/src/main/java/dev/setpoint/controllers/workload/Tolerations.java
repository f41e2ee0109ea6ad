package dev.setpoint.controllers.workload;

import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What pods put up with. An empty key tolerates every key, no effect tolerates every effect.
public final class Tolerations {
    private Tolerations() {}

    public static boolean anyTolerates(List<Toleration> tolerations, Taint taint) {
        return tolerations.stream().anyMatch(toleration -> tolerates(toleration, taint));
    }

    public static boolean tolerates(Toleration toleration, Taint taint) {
        String effect = text(toleration.getEffect());
        String key = text(toleration.getKey());
        if ((!effect.isEmpty() && !effect.equals(taint.getEffect()))
                || (!key.isEmpty() && !key.equals(taint.getKey()))) {
            return false;
        }
        return switch (text(toleration.getOperator())) {
            case "", "Equal" -> text(toleration.getValue()).equals(text(taint.getValue()));
            case "Exists" -> true;
            default -> false; // Comparisons of numbers are behind a gate that is closed in Kubernetes v1.36.
        };
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
