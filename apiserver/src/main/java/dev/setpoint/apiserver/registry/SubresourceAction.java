package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.pipeline.Request;
import dev.setpoint.apiserver.pipeline.Response;
import dev.setpoint.apiserver.registry.catalog.ServedResource;

/// What a subresource does that is more than showing or changing a part of its object: bind, scale, finalize.
public interface SubresourceAction {
    Response handle(Request request, ServedResource resource);
}
