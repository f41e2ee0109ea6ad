package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// A change to an object, described by a client.
public sealed interface Patch permits JsonPatch, MergePatch, StrategicMergePatch {
    /// The object after the change, which shares nothing with the patch.
    ///
    /// @param current given up by the caller: it may become the result, and may be anything after a refusal
    /// @throws dev.setpoint.machinery.api.ApiException when the patch does not fit the object
    JsonObject apply(JsonObject current);

    /// What field validation complains of in the patch itself, as `duplicate field "data.a"`.
    List<String> strictErrors();
}
