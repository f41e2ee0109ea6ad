package dev.setpoint.controllers.endpointslice;

import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;

/// One write of a plan over EndpointSlices.
public sealed interface SliceAction {
    record Create(EndpointSlice slice) implements SliceAction {}

    record Update(EndpointSlice slice) implements SliceAction {}

    record Delete(EndpointSlice slice) implements SliceAction {}
}
