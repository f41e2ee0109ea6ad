package dev.setpoint.apiserver.metrics;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.quantity.MalformedQuantityException;
import dev.setpoint.machinery.quantity.Quantity;
import dev.setpoint.machinery.quantity.QuantityFormat;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Simulated pods use what their annotations say, `usage.setpoint.dev/cpu` and `usage.setpoint.dev/memory`, in equal
/// parts by each container; without annotations they use nothing.
public final class AnnotatedUsage implements UsageSource {
    private static final String CPU = "usage.setpoint.dev/cpu";
    private static final String MEMORY = "usage.setpoint.dev/memory";

    @Override
    public Map<String, Usage> of(JsonObject pod, Instant now) {
        JsonArray given = pod.child("spec").array("containers");
        List<JsonObject> containers = given == null ? List.of() : given.objects();
        JsonObject annotations = pod.child("metadata").child("annotations");
        Map<String, Usage> usages = new LinkedHashMap<>();
        for (JsonObject container : containers) {
            usages.put(
                    container.textOr("name", ""),
                    new Usage(
                            part(annotations.textOr(CPU, "0"), containers.size(), QuantityFormat.DECIMAL),
                            part(annotations.textOr(MEMORY, "0"), containers.size(), QuantityFormat.BINARY)));
        }
        return usages;
    }

    /// An annotation is free text: what cannot be read is no use at all.
    private static Quantity part(String text, int parts, QuantityFormat format) {
        try {
            long millis = Quantity.parse(text).millis() / parts;
            return format == QuantityFormat.BINARY
                    ? Quantity.of(millis / 1000, format)
                    : Quantity.ofMillis(millis, format);
        } catch (MalformedQuantityException e) {
            return Quantity.of(0, format);
        }
    }
}
