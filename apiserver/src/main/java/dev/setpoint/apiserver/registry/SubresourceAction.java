package dev.setpoint.apiserver.registry;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.catalog.ServedResource;

/// What a subresource does that is more than showing or changing a part of its object: bind, scale, finalize.
public interface SubresourceAction {
    Answer handle(Call call, ServedResource resource);
}
