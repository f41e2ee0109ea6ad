package dev.setpoint.resources.conversion;

import dev.setpoint.resources.ResourceType;

/// Finds the conversion of a built-in resource.
public final class Conversions {
    private static final Conversion EVENTS = new EventConversion();
    private static final Conversion AUTOSCALERS = new AutoscalerConversion();

    private Conversions() {}

    public static Conversion of(ResourceType type) {
        if (type.servedAsStored()) {
            return Conversion.NONE;
        }
        return switch (type.groupVersionKind().toString()) {
            case "events.k8s.io/v1, Kind=Event" -> EVENTS;
            case "autoscaling/v1, Kind=HorizontalPodAutoscaler" -> AUTOSCALERS;
            default ->
                throw new IllegalArgumentException(
                        "no conversion of " + type.groupVersionKind() + " to " + type.storageKind());
        };
    }
}
