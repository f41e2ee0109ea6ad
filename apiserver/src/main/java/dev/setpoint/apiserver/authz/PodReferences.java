package dev.setpoint.apiserver.authz;

import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// Which objects of its namespace a pod refers to, read from the pod once and kept while it is asked for.
final class PodReferences {
    private static final int KEPT = 4096;

    /// Names in the pod's own namespace.
    record References(
            Set<String> secrets,
            Set<String> configMaps,
            Set<String> claims,
            Set<String> resourceClaims,
            Set<String> accounts) {}

    private record Known(long revision, References references) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Key, Known> known = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Known> eldest) {
            return size() > KEPT;
        }
    };

    References of(Stored pod) {
        lock.lock();
        try {
            Known found = known.get(pod.key());
            if (found != null && found.revision == pod.revision()) {
                return found.references;
            }
        } finally {
            lock.unlock();
        }
        References read = read(CompactReader.object(pod.filled()));
        lock.lock();
        try {
            known.put(pod.key(), new Known(pod.revision(), read));
        } finally {
            lock.unlock();
        }
        return read;
    }

    static References read(JsonObject pod) {
        References found = new References(
                new LinkedHashSet<>(),
                new LinkedHashSet<>(),
                new LinkedHashSet<>(),
                new LinkedHashSet<>(),
                new LinkedHashSet<>());
        JsonObject spec = pod.child("spec");
        walk(spec, found);
        add(found.accounts, spec.textOr("serviceAccountName", ""));
        objects(spec, "imagePullSecrets").forEach(secret -> add(found.secrets, secret.textOr("name", "")));
        String name = pod.child("metadata").textOr("name", "");
        for (JsonObject volume : objects(spec, "volumes")) {
            add(found.claims, volume.child("persistentVolumeClaim").textOr("claimName", ""));
            if (volume.has("ephemeral")) {
                add(found.claims, name + "-" + volume.textOr("name", ""));
            }
        }
        objects(spec, "resourceClaims")
                .forEach(claim -> add(found.resourceClaims, claim.textOr("resourceClaimName", "")));
        objects(pod.child("status"), "resourceClaimStatuses")
                .forEach(claim -> add(found.resourceClaims, claim.textOr("resourceClaimName", "")));
        return found;
    }

    /// Whatever the kind of a volume or variable, these fields name secrets and config maps.
    private static void walk(JsonValue value, References found) {
        if (value instanceof JsonArray array) {
            array.forEach(child -> walk(child, found));
        } else if (value instanceof JsonObject object) {
            object.forEach((field, child) -> {
                if (child instanceof JsonObject reference) {
                    note(field, reference, found);
                }
                walk(child, found);
            });
        }
    }

    private static void note(String field, JsonObject reference, References found) {
        String name = reference.textOr("name", "");
        switch (field) {
            case "secret" -> { // By one field in a volume of its own, by the other in a projected one.
                add(found.secrets, reference.textOr("secretName", ""));
                add(found.secrets, name);
            }
            case "azureFile" -> add(found.secrets, reference.textOr("secretName", ""));
            case "secretRef", "secretKeyRef", "nodePublishSecretRef" -> add(found.secrets, name);
            case "configMap", "configMapRef", "configMapKeyRef" -> add(found.configMaps, name);
            default -> {}
        }
    }

    private static List<JsonObject> objects(JsonObject parent, String field) {
        JsonArray array = parent.array(field);
        return array == null ? List.of() : array.objects();
    }

    private static void add(Set<String> names, String name) {
        if (!name.isEmpty()) {
            names.add(name);
        }
    }
}
