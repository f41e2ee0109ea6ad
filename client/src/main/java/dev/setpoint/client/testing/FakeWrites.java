package dev.setpoint.client.testing;

import dev.setpoint.base.Env;
import dev.setpoint.client.Body;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.PatchType;
import dev.setpoint.client.Target;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.time.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What a server adds to and keeps from the objects that it is sent.
final class FakeWrites {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    /// What only the server sets.
    private static final List<String> KEPT = List.of(
            "name",
            "namespace",
            "uid",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "generation");

    /// Lists that a strategic patch merges, and by what.
    private static final String REMOVAL = "$deleteFromPrimitiveList/";
    private static final Map<String, String> LISTS =
            Map.of("conditions", "type", "addresses", "type", "podIPs", "ip", "hostIPs", "ip");

    private final Env env;

    FakeWrites(Env env) {
        this.env = env;
    }

    String now() {
        return Timestamps.seconds(env.wallTime());
    }

    /// What a new object has from the world.
    record Birth(String letters, String uid, String time) {}

    Birth birth() {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < 5; i++) {
            letters.append(LETTERS.charAt(env.random().nextInt(LETTERS.length())));
        }
        UUID uid = new UUID(env.random().nextLong(), env.random().nextLong());
        return new Birth(letters.toString(), uid.toString(), now());
    }

    static JsonObject created(Target target, Body body, Birth birth) {
        JsonObject object = tree(body);
        JsonObject metadata = object.child("metadata");
        if (metadata.textOr("name", "").isEmpty()) {
            metadata.put("name", metadata.textOr("generateName", "") + birth.letters);
        }
        if (!target.namespace().isEmpty()) {
            metadata.put("namespace", target.namespace());
        }
        metadata.put("uid", birth.uid).put("creationTimestamp", birth.time).put("generation", 1);
        return object;
    }

    /// The object after an update of the whole or of a part. As with most kinds, the status brings annotations along.
    static JsonObject updated(JsonObject now, JsonObject wanted, String subresource) {
        if (subresource.equals("status")) {
            JsonObject updated = now.copy();
            copy("status", wanted, updated);
            copy("annotations", wanted.child("metadata"), updated.child("metadata"));
            return updated;
        }
        if (subresource.equals("finalize")) {
            JsonObject updated = now.copy();
            copy("finalizers", wanted.child("spec"), updated.child("spec"));
            return updated;
        }
        JsonObject updated = wanted.copy();
        JsonObject metadata = updated.child("metadata");
        for (String field : KEPT) {
            copy(field, now.child("metadata"), metadata);
        }
        copy("status", now, updated);
        copy("resourceVersion", now.child("metadata"), metadata);
        if (!specOf(updated).equals(specOf(now))) {
            metadata.put("generation", now.child("metadata").integerOr("generation", 0) + 1);
        }
        return updated;
    }

    /// Whether anything holds the deletion of the object back; namespaces have finalizers of their own in the spec.
    static boolean finalizers(JsonObject object) {
        return holds(object.child("metadata").array("finalizers"))
                || (object.textOr("kind", "").equals("Namespace")
                        && holds(object.at("spec", "finalizers") instanceof JsonArray array ? array : null));
    }

    private static boolean holds(@Nullable JsonArray finalizers) {
        return finalizers != null && !finalizers.isEmpty();
    }

    /// The object as a deletion leaves it while somebody holds it back.
    static JsonObject deleting(JsonObject object, DeleteOptions.Propagation propagation, Instant now, long grace) {
        JsonObject metadata = object.child("metadata");
        metadata.put("deletionTimestamp", Timestamps.seconds(now.plusSeconds(grace)))
                .put("deletionGracePeriodSeconds", grace);
        List<String> finalizers = new ArrayList<>();
        JsonArray before = metadata.array("finalizers");
        if (before != null) {
            finalizers.addAll(before.texts());
        }
        switch (propagation) {
            case FOREGROUND -> finalizers.add("foregroundDeletion");
            case ORPHAN -> finalizers.add("orphan");
            case BACKGROUND, UNSPECIFIED -> {}
        }
        if (!finalizers.isEmpty()) {
            metadata.put("finalizers", JsonArray.ofTexts(finalizers));
        }
        return object;
    }

    /// RFC 7386; a strategic patch also merges the lists that [#LISTS] names by the key that it gives, and removes
    /// single values from lists.
    static void merge(JsonObject target, JsonObject patch, PatchType type) {
        patch.forEach((field, value) -> {
            String key = type == PatchType.STRATEGIC ? LISTS.get(field) : null;
            if (type == PatchType.STRATEGIC && field.startsWith(REMOVAL)) {
                JsonArray present = target.array(field.substring(REMOVAL.length()));
                if (present != null && value instanceof JsonArray doomed) {
                    present.removeIf(doomed::contains);
                }
            } else if (value == JsonValue.JsonNull.NULL) {
                target.remove(field);
            } else if (value instanceof JsonObject inner) {
                JsonObject child = target.object(field);
                JsonObject merged = child == null ? new JsonObject() : child;
                merge(merged, inner, type);
                target.put(field, merged);
            } else if (key != null && value instanceof JsonArray list) {
                JsonArray present = target.array(field);
                target.put(field, merged(present == null ? new JsonArray() : present, list, key));
            } else {
                target.put(field, value.copy());
            }
        });
    }

    private static JsonArray merged(JsonArray present, JsonArray patch, String key) {
        for (JsonObject element : patch.objects()) {
            JsonObject same = present.objects().stream()
                    .filter(other -> other.textOr(key, "").equals(element.textOr(key, "")))
                    .findFirst()
                    .orElse(null);
            if (same == null) {
                present.add(element.copy());
            } else {
                merge(same, element, PatchType.STRATEGIC);
            }
        }
        return present;
    }

    static JsonObject tree(Body body) {
        JsonValue json = switch (body) {
            case Body.Tree(var value) -> value.copy();
            case Body.Encoded(var bytes) -> JsonReader.value(bytes);
        };
        if (json instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException("body: " + json + " (expected: an object)");
    }

    private static JsonObject specOf(JsonObject object) {
        JsonObject spec = object.copy();
        spec.remove("metadata");
        spec.remove("status");
        return spec;
    }

    private static void copy(String field, JsonObject from, JsonObject to) {
        JsonValue value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.put(field, value);
        }
    }
}
