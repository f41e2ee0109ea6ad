package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Quantities;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells how much a pod may rely on what it asked for: `Guaranteed` when every container is bound to exactly what it
/// requests, `BestEffort` when nothing is asked for, else `Burstable`.
final class QualityOfService {
    private static final List<String> COUNTED = List.of("cpu", "memory");

    private QualityOfService() {}

    static String of(JsonObject spec) {
        Quantity[] requests = new Quantity[COUNTED.size()];
        Quantity[] limits = new Quantity[COUNTED.size()];
        boolean bound = true;
        JsonObject podLevel = spec.object("resources");
        if (podLevel != null) {
            add(requests, podLevel.object("requests"));
            boolean all = add(limits, podLevel.object("limits"));
            bound = all || !Fields.isSet(podLevel, "limits");
        } else {
            for (String list : List.of("containers", "initContainers")) {
                for (JsonObject container : Fields.objects(spec, list)) {
                    JsonObject resources = container.object("resources");
                    add(requests, resources == null ? null : resources.object("requests"));
                    bound &= add(limits, resources == null ? null : resources.object("limits"));
                }
            }
        }
        return name(requests, limits, bound);
    }

    private static String name(Quantity[] requests, Quantity[] limits, boolean bound) {
        boolean asked = false;
        boolean equal = true;
        for (int i = 0; i < requests.length; i++) {
            Quantity request = requests[i];
            Quantity limit = limits[i];
            asked |= request != null || limit != null;
            equal &= request == null ? limit == null : limit != null && request.equals(limit);
        }
        if (!asked) {
            return "BestEffort";
        }
        return bound && equal ? "Guaranteed" : "Burstable";
    }

    /// Whether the list has more than nothing of all that counts.
    private static boolean add(Quantity[] sums, @Nullable JsonObject resources) {
        if (resources == null || resources.isEmpty()) {
            return false;
        }
        boolean all = true;
        for (int i = 0; i < sums.length; i++) {
            JsonValue quantity = resources.get(COUNTED.get(i));
            Quantity amount = Quantities.of(quantity);
            if (amount.signum() > 0) {
                sums[i] = sums[i] == null ? amount : sums[i].plus(amount);
            } else {
                all = false;
            }
        }
        return all;
    }
}
