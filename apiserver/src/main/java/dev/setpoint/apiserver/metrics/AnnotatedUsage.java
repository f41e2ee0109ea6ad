package dev.setpoint.apiserver.metrics;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.quantity.QuantityFormat;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Simulated pods use what their annotations say, `usage.setpoint.dev/cpu` and `usage.setpoint.dev/memory`, in equal
/// parts by each container; without annotations they use nothing. What an annotation may say is [UsageCurve]'s.
public final class AnnotatedUsage implements UsageSource {
    private static final String CPU = "usage.setpoint.dev/cpu";
    private static final String MEMORY = "usage.setpoint.dev/memory";

    /// To compile an expression takes a thousand times as long as to evaluate it, and all pods of a workload have the
    /// same. More than so many different ones are not kept.
    private static final int MOST_CURVES = 1000;

    private final Map<String, Optional<UsageCurve>> curves = new ConcurrentHashMap<>();

    @Override
    public Map<String, Usage> of(JsonObject pod, Instant now) {
        JsonArray given = pod.child("spec").array("containers");
        List<JsonObject> containers = given == null ? List.of() : given.objects();
        JsonObject annotations = pod.child("metadata").child("annotations");
        Duration age = Timestamps.parse(pod.child("status").textOr("startTime", ""))
                .map(started -> Duration.between(started, now))
                .filter(Duration::isPositive)
                .orElse(Duration.ZERO);
        long cpu = amount(annotations.textOr(CPU, "0"), age).millis();
        long memory = amount(annotations.textOr(MEMORY, "0"), age).value();
        Map<String, Usage> usages = new LinkedHashMap<>();
        for (JsonObject container : containers) {
            usages.put(
                    container.textOr("name", ""),
                    new Usage(
                            Quantity.ofMillis(cpu / containers.size(), QuantityFormat.DECIMAL),
                            Quantity.of(memory / containers.size(), QuantityFormat.BINARY)));
        }
        return usages;
    }

    /// An annotation is free text: what cannot be read is no use at all, and nothing uses less than nothing.
    private Quantity amount(String text, Duration age) {
        if (curves.size() >= MOST_CURVES) {
            curves.clear();
        }
        return curves.computeIfAbsent(text, UsageCurve::parse)
                .flatMap(curve -> curve.at(age))
                .filter(amount -> amount.signum() > 0)
                .orElse(Quantity.ZERO);
    }
}
