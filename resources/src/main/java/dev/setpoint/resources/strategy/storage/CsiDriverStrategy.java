package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// CSIDrivers.
public final class CsiDriverStrategy implements Defaults, KindRules {
    private static final JsonValue NO = JsonValue.of(false);
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> LIFECYCLES = List.of("Persistent", "Ephemeral");
    private static final List<String> GROUP_POLICIES = List.of("File", "None", "ReadWriteOnceWithFSType");
    private static final long LEAST_TOKEN_SECONDS = 600;
    private static final long MOST_TOKEN_SECONDS = 1L << 32;
    private static final long LEAST_UPDATE_SECONDS = 10;

    @Override
    public void applyDefaults(JsonObject driver) {
        JsonObject spec = driver.child("spec");
        spec.putIfAbsent("attachRequired", JsonValue.of(true));
        spec.putIfAbsent("podInfoOnMount", NO);
        spec.putIfAbsent("storageCapacity", NO);
        spec.putIfAbsent("fsGroupPolicy", JsonValue.of("ReadWriteOnceWithFSType"));
        spec.putIfAbsent("requiresRepublish", NO);
        spec.putIfAbsent("seLinuxMount", NO);
        if (!Fields.isSet(spec, "volumeLifecycleModes")) {
            spec.put("volumeLifecycleModes", JsonArray.of(JsonValue.of("Persistent")));
        }
    }

    @Override
    public void check(JsonObject driver, FieldErrors errors) {
        JsonObject spec = driver.child("spec");
        Checks.oneOf(spec, "fsGroupPolicy", GROUP_POLICIES, SPEC, errors);
        tokens(spec, errors);
        for (String mode : Fields.texts(spec, "volumeLifecycleModes")) {
            if (!LIFECYCLES.contains(mode)) {
                errors.notSupported(SPEC.child("volumeLifecycleModes"), mode, LIFECYCLES);
            }
        }
        if (spec.get("nodeAllocatableUpdatePeriodSeconds") instanceof JsonInteger(long seconds)
                && seconds < LEAST_UPDATE_SECONDS) {
            errors.invalid(
                    SPEC.child("nodeAllocatableUpdatePeriodSeconds"),
                    seconds,
                    "must be greater than or equal to 10 seconds");
        }
        if (spec.has("serviceAccountTokenInSecrets") && !Fields.isSet(spec, "tokenRequests")) {
            errors.invalid(
                    SPEC.child("serviceAccountTokenInSecrets"),
                    spec.booleanOr("serviceAccountTokenInSecrets", false),
                    "serviceAccountTokenInSecrets is set but no tokenRequests are specified");
        }
    }

    /// Each audience is asked for once.
    private static void tokens(JsonObject spec, FieldErrors errors) {
        Set<String> audiences = new HashSet<>();
        Fields.each(spec, "tokenRequests", SPEC, (request, path) -> {
            String audience = request.textOr("audience", "");
            if (!audiences.add(audience)) {
                errors.duplicate(path.child("audience"), audience);
            } else if (request.get("expirationSeconds") instanceof JsonInteger(long seconds)) {
                if (seconds < LEAST_TOKEN_SECONDS) {
                    errors.invalid(
                            path.child("expirationSeconds"),
                            seconds,
                            "may not specify a duration less than 10 minutes");
                } else if (seconds > MOST_TOKEN_SECONDS) {
                    errors.invalid(
                            path.child("expirationSeconds"),
                            seconds,
                            "may not specify a duration larger than 2^32 seconds");
                }
            }
        });
    }

    @Override
    public void checkUpdate(JsonObject driver, JsonObject old, FieldErrors errors) {
        check(driver, errors);
        JsonValue attach = driver.at("spec", "attachRequired");
        if (!Objects.equals(attach, old.at("spec", "attachRequired"))) {
            Checks.immutable(attach, SPEC.child("attachedRequired"), errors); // Kubernetes' own spelling.
        }
        Checks.immutable(driver.child("spec"), old.child("spec"), "volumeLifecycleModes", SPEC, errors);
    }
}
