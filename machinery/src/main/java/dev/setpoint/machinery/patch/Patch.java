package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// A change to an object, described by a client.
public sealed interface Patch permits JsonPatch, MergePatch, StrategicMergePatch {
    /// The object after the change; `current` stays as it is and shares nothing with the result.
    ///
    /// @throws dev.setpoint.machinery.api.ApiException when the patch does not fit the object
    JsonObject apply(JsonObject current);

    /// What field validation complains of in the patch itself, as `duplicate field "data.a"`.
    List<String> strictErrors();
}
