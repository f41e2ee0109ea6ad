package dev.setpoint.apiserver.registry.write;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.Env;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.Timestamps;
import dev.setpoint.store.Commit;

/// Objects that the server itself makes in the course of somebody's request.
public final class NewObjects {
    private NewObjects() {}

    /// A uid for something that is no object.
    public static String uid(Env env) {
        return IdentityGenerator.uid(env);
    }

    /// @param object with a name in its metadata; gets a uid and its time of creation
    public static Commit.Put put(Env env, ServedResource resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        metadata.put("uid", IdentityGenerator.uid(env));
        metadata.put("creationTimestamp", Timestamps.seconds(env.wallTime()));
        resource.strategy().defaults().applyDefaults(object);
        if (resource.strategy().traits().generations().countsChanges()) {
            metadata.put("generation", 1);
        }
        var key = resource.key(metadata.textOr("namespace", ""), metadata.textOr("name", ""));
        return EncodedObject.of(resource, key, object).put();
    }
}
