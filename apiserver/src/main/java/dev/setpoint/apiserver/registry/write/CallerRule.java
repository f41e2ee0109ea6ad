package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.json.JsonObject;
import org.jspecify.annotations.Nullable;

/// What a kind does with a write because of who writes, which its strategy, blind to callers, cannot: notes
/// who asked for a certificate, refuses a role that would give its author more than he has.
public interface CallerRule {
    /// Called before validation, anew for every try.
    ///
    /// @param old null when the object is created
    /// @param object in the stored version, with defaults; may be changed
    /// @throws dev.setpoint.machinery.api.ApiException to refuse
    void prepare(Call call, ServedResource resource, @Nullable JsonObject old, JsonObject object);

    /// Both, one after the other.
    default CallerRule and(CallerRule other) {
        return (call, resource, old, object) -> {
            prepare(call, resource, old, object);
            other.prepare(call, resource, old, object);
        };
    }

    /// Most kinds do not care who writes.
    CallerRule NONE = (call, resource, old, object) -> {};
}
