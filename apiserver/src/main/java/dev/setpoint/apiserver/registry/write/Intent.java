package dev.setpoint.apiserver.registry.write;

import dev.setpoint.machinery.json.JsonObject;
import java.util.function.UnaryOperator;

/// What a caller wants of one object. Whether an object comes to be by it or changes is decided in the transaction,
/// on the snapshot that the commit is conditioned on.
public sealed interface Intent {
    /// There shall be a new object.
    ///
    /// @param object in the served version, without its type; the caller gives it away
    record Create(JsonObject object) implements Intent {}

    /// The object shall be this one; of some kinds it is created where there is none.
    ///
    /// @param part of the object that is meant
    record Replace(WriteKind part, JsonObject object) implements Intent {}

    /// The object shall be changed so.
    record Patch(WriteKind part, Patching patch) implements Intent {}

    /// These fields shall be so, and belong to who says it. Where there is no object there shall be one.
    record Apply(WriteKind part, Applying declaration) implements Intent {}

    /// The object shall go.
    ///
    /// @param together what is committed with the deletion, and may refuse it
    record Delete(DeleteParameters parameters, Allocations together) implements Intent {}

    /// A subresource does with the object what it is there for: a pod is bound, a Deployment is scaled.
    ///
    /// @param change from the object as it is, in the served version and with its resource version, to the object
    ///     as it shall be; called anew for every attempt with a private copy
    record Act(WriteKind part, UnaryOperator<JsonObject> change) implements Intent {}
}
