package dev.setpoint.controllers.workload;

import io.fabric8.kubernetes.api.model.IntOrString;
import org.jspecify.annotations.Nullable;

/// Resolves a limit that is a number or a percentage of a total.
public final class Amount {
    private Amount() {}

    /// For what grows: a part of a pod counts as a pod.
    public static int roundedUp(@Nullable IntOrString amount, int total) {
        return resolve(amount, total, 99);
    }

    /// For what shrinks: a part of a pod counts as none.
    public static int roundedDown(@Nullable IntOrString amount, int total) {
        return resolve(amount, total, 0);
    }

    private static int resolve(@Nullable IntOrString amount, int total, int rounding) {
        if (amount == null) {
            return 0;
        }
        if (amount.getStrVal() == null) {
            return Metadata.orZero(amount.getIntVal());
        }
        String text = amount.getStrVal();
        if (!text.matches("[0-9]{1,9}%")) {
            throw new IllegalArgumentException("amount: " + text + " (expected: a percentage)");
        }
        long percent = Long.parseLong(text.substring(0, text.length() - 1));
        return (int) Math.min(Integer.MAX_VALUE, (percent * total + rounding) / 100);
    }
}
