package dev.setpoint.client;

import dev.setpoint.base.value.Cause;
import dev.setpoint.machinery.json.JsonObject;
import java.util.Optional;
import java.util.OptionalLong;

/// @param uid refuse unless the object still has this uid
/// @param resourceVersion refuse unless the object is still at this revision
/// @param run of a loop in which this is deleted
public record DeleteOptions(
        Propagation propagation,
        OptionalLong gracePeriodSeconds,
        Optional<String> uid,
        Optional<String> resourceVersion,
        Optional<Cause.Run> run) {
    /// What becomes of the objects that the deleted one owns.
    public enum Propagation {
        /// The kind's own default.
        UNSPECIFIED,
        BACKGROUND,
        FOREGROUND,
        ORPHAN
    }

    public static final DeleteOptions DEFAULT =
            new DeleteOptions(Propagation.UNSPECIFIED, OptionalLong.empty(), Optional.empty(), Optional.empty());

    public DeleteOptions(
            Propagation propagation,
            OptionalLong gracePeriodSeconds,
            Optional<String> uid,
            Optional<String> resourceVersion) {
        this(propagation, gracePeriodSeconds, uid, resourceVersion, Optional.empty());
    }

    public DeleteOptions during(Cause.Run itsRun) {
        return new DeleteOptions(propagation, gracePeriodSeconds, uid, resourceVersion, Optional.of(itsRun));
    }

    /// The usual form for a loop that deletes what it saw: only that very object, never one that replaced it.
    public static DeleteOptions exactly(String uid) {
        return new DeleteOptions(Propagation.BACKGROUND, OptionalLong.empty(), Optional.of(uid), Optional.empty());
    }

    /// As the body of a request.
    public JsonObject toJson() {
        JsonObject json = new JsonObject();
        switch (propagation) {
            case UNSPECIFIED -> {}
            case BACKGROUND -> json.put("propagationPolicy", "Background");
            case FOREGROUND -> json.put("propagationPolicy", "Foreground");
            case ORPHAN -> json.put("propagationPolicy", "Orphan");
        }
        gracePeriodSeconds.ifPresent(seconds -> json.put("gracePeriodSeconds", seconds));
        JsonObject preconditions = new JsonObject();
        uid.ifPresent(known -> preconditions.put("uid", known));
        resourceVersion.ifPresent(version -> preconditions.put("resourceVersion", version));
        if (!preconditions.isEmpty()) {
            json.put("preconditions", preconditions);
        }
        return json;
    }
}
