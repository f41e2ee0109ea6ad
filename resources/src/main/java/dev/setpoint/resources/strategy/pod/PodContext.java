package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Fields;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// What the rules for parts of a pod need to know of the whole.
///
/// @param isPod false for the template of a pod, where some rules wait until a pod is made of it
/// @param name of the pod; empty where it is not known
/// @param volumes the sound ones by name
/// @param claims the names of the resource claims that containers may use
record PodContext(
        boolean isPod,
        String name,
        String operatingSystem,
        String restartPolicy,
        boolean hostUsers,
        long gracePeriodSeconds,
        Map<String, JsonObject> volumes,
        Set<String> claims) {
    static PodContext of(JsonObject spec, boolean isPod, String name, Map<String, JsonObject> volumes) {
        Set<String> claims = new HashSet<>();
        Fields.each(spec, "resourceClaims", claim -> claims.add(claim.textOr("name", "")));
        claims.remove("");
        return new PodContext(
                isPod,
                name,
                Fields.text(spec, "os", "name"),
                spec.textOr("restartPolicy", ""),
                spec.booleanOr("hostUsers", true),
                spec.integerOr("terminationGracePeriodSeconds", 0),
                volumes,
                claims);
    }
}
