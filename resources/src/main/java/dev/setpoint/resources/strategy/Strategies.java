package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.GroupVersionKind;
import java.util.Map;

/// Finds the strategy of a built-in kind; kinds without rules of their own share one that only follows the contract.
public final class Strategies {
    private static final Strategy PLAIN = new Strategy() {};
    private static final Map<GroupVersionKind, Strategy> BY_KIND = Map.of();

    private Strategies() {}

    public static Strategy of(GroupVersionKind kind) {
        return BY_KIND.getOrDefault(kind, PLAIN);
    }
}
