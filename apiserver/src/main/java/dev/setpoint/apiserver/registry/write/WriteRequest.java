package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Key;

/// One write of one object on behalf of a call.
///
/// @param key of the object; without a name where one is still to be found for a new object
public record WriteRequest(Call call, ServedResource resource, Key key, WriteParameters parameters, Intent intent) {
    /// A write of the object that the call names.
    public static WriteRequest of(Call call, ServedResource resource, WriteParameters parameters, Intent intent) {
        Key key = resource.key(call.target().namespace(), call.target().name());
        return new WriteRequest(call, resource, key, parameters, intent);
    }

    public static WriteRequest ofDeletion(Call call, ServedResource resource, Key key, DeleteParameters parameters) {
        Intent intent = new Intent.Delete(parameters, Allocations.NONE);
        return new WriteRequest(call, resource, key, WriteParameters.NONE, intent);
    }

    User user() {
        return call.user();
    }
}
