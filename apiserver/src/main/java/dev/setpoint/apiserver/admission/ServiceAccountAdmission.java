package dev.setpoint.apiserver.admission;

import dev.setpoint.apiserver.registry.write.AdmissionAttempt;
import dev.setpoint.apiserver.registry.write.AdmissionAttempt.Operation;
import dev.setpoint.apiserver.registry.write.AdmissionPlugin;
import dev.setpoint.apiserver.registry.write.IdentityGenerator;
import dev.setpoint.base.Env;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gives every pod a service account, its pull secrets, and a volume with a token that speaks for it.
final class ServiceAccountAdmission implements AdmissionPlugin {
    private static final String DEFAULT = "default";
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String ENFORCE_SECRETS = "kubernetes.io/enforce-mountable-secrets";
    private static final String MOUNT_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String VOLUME_PREFIX = "kube-api-access-";

    /// An hour and seven seconds: the odd number tells tokens that were asked for by this volume from others.
    private static final int TOKEN_SECONDS = 3607;

    private static final int FILE_MODE = 0644;

    private final Env env;

    ServiceAccountAdmission(Env env) {
        this.env = env;
    }

    @Override
    public String name() {
        return "ServiceAccount";
    }

    @Override
    public void mutate(AdmissionAttempt attempt) {
        if (!attempt.concerns(Operation.CREATE, "pods")) {
            return;
        }
        JsonObject pod = attempt.object();
        JsonObject spec = pod.child("spec");
        if (isMirror(pod)) {
            checkMirror(attempt, spec);
            return;
        }
        String name = spec.textOr("serviceAccountName", spec.textOr("serviceAccount", ""));
        if (name.isEmpty()) {
            name = DEFAULT;
        }
        spec.put("serviceAccountName", name);
        spec.put("serviceAccount", name);
        JsonObject account = attempt.tree(find(attempt, name));
        if (JsonValue.of("true").equals(account.at("metadata", "annotations", ENFORCE_SECRETS))) {
            MountableSecrets.check(attempt, account, spec);
        }
        boolean mounts = spec.has("automountServiceAccountToken")
                ? spec.booleanOr("automountServiceAccountToken", true)
                : account.booleanOr("automountServiceAccountToken", true);
        if (mounts) {
            mountToken(attempt, spec);
        }
        JsonArray pullSecrets = account.array("imagePullSecrets");
        JsonArray own = spec.array("imagePullSecrets");
        if (pullSecrets != null && !pullSecrets.isEmpty() && (own == null || own.isEmpty())) {
            spec.put("imagePullSecrets", pullSecrets.copy());
        }
    }

    private static boolean isMirror(JsonObject pod) {
        JsonObject annotations = pod.child("metadata").object("annotations");
        return annotations != null && annotations.has(MIRROR);
    }

    /// A mirror pod shows what a node runs of itself: it gets nothing from the cluster.
    private static void checkMirror(AdmissionAttempt attempt, JsonObject spec) {
        if (!spec.textOr("serviceAccountName", "").isEmpty()) {
            throw attempt.forbidden("a mirror pod may not reference service accounts");
        }
        JsonArray volumes = spec.array("volumes");
        for (JsonObject volume : volumes == null ? List.<JsonObject>of() : volumes.objects()) {
            for (String source : List.of("secret", "configMap", "persistentVolumeClaim", "projected")) {
                if (volume.has(source)) {
                    throw attempt.forbidden("a mirror pod may not reference "
                            + switch (source) {
                                case "secret" -> "secrets";
                                case "configMap" -> "configmaps";
                                case "persistentVolumeClaim" -> "persistentvolumeclaims";
                                default -> "projected volumes";
                            });
                }
            }
        }
    }

    /// A new namespace's own account is being made when its first pod comes: that is worth a short wait.
    private static Stored find(AdmissionAttempt attempt, String name) {
        String namespace = attempt.key().namespace();
        Optional<Stored> found = attempt.find(new Key("serviceaccounts", namespace, name));
        if (found.isPresent()) {
            return found.get();
        }
        ApiException missing = attempt.forbidden("error looking up service account " + namespace + "/" + name
                + ": serviceaccount \"" + name + "\" not found");
        if (name.equals(DEFAULT)) {
            throw new NotYet(missing);
        }
        throw missing;
    }

    private void mountToken(AdmissionAttempt attempt, JsonObject spec) {
        String volume = existingVolume(spec)
                .orElseGet(() -> attempt.draw(() -> IdentityGenerator.generateName(env, VOLUME_PREFIX)));
        boolean used = false;
        for (String list : List.of("initContainers", "containers")) {
            JsonArray containers = spec.array(list);
            for (JsonObject container : containers == null ? List.<JsonObject>of() : containers.objects()) {
                used |= mount(container, volume);
            }
        }
        if (used && existingVolume(spec).isEmpty()) {
            JsonArray volumes = Optional.ofNullable(spec.array("volumes")).orElseGet(JsonArray::new);
            volumes.add(tokenVolume(volume));
            spec.put("volumes", volumes);
        }
    }

    private static Optional<String> existingVolume(JsonObject spec) {
        JsonArray volumes = spec.array("volumes");
        return (volumes == null ? List.<JsonObject>of() : volumes.objects())
                .stream()
                        .map(volume -> volume.textOr("name", ""))
                        .filter(name -> name.startsWith(VOLUME_PREFIX))
                        .findFirst();
    }

    /// Whatever a container mounts at that path itself stays.
    private static boolean mount(JsonObject container, String volume) {
        JsonArray mounts = Optional.ofNullable(container.array("volumeMounts")).orElseGet(JsonArray::new);
        if (mounts.objects().stream()
                .anyMatch(each -> each.textOr("mountPath", "").equals(MOUNT_PATH))) {
            return false;
        }
        mounts.add(new JsonObject()
                .put("mountPath", MOUNT_PATH)
                .put("name", volume)
                .put("readOnly", true));
        container.put("volumeMounts", mounts);
        return true;
    }

    private static JsonObject tokenVolume(String name) {
        List<JsonValue> sources = new ArrayList<>();
        sources.add(new JsonObject()
                .put(
                        "serviceAccountToken",
                        new JsonObject().put("expirationSeconds", TOKEN_SECONDS).put("path", "token")));
        sources.add(new JsonObject()
                .put(
                        "configMap",
                        new JsonObject()
                                .put(
                                        "items",
                                        JsonArray.of(new JsonObject()
                                                .put("key", "ca.crt")
                                                .put("path", "ca.crt")))
                                .put("name", "kube-root-ca.crt")));
        sources.add(new JsonObject()
                .put(
                        "downwardAPI",
                        new JsonObject()
                                .put(
                                        "items",
                                        JsonArray.of(new JsonObject()
                                                .put(
                                                        "fieldRef",
                                                        new JsonObject()
                                                                .put("apiVersion", "v1")
                                                                .put("fieldPath", "metadata.namespace"))
                                                .put("path", "namespace")))));
        return new JsonObject()
                .put("name", name)
                .put(
                        "projected",
                        new JsonObject()
                                .put("defaultMode", FILE_MODE)
                                .put("sources", JsonArray.of(sources.toArray(JsonValue[]::new))));
    }
}
