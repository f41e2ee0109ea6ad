package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;

/// The address families of a service. The cluster gives out IPv4 addresses alone; a headless service without a selector
/// has endpoints that somebody else makes, which may be of both.
final class ServiceFamilies {
    private static final JsonValue IPV4 = JsonValue.of("IPv4");
    private static final JsonValue IPV6 = JsonValue.of("IPv6");

    private ServiceFamilies() {}

    static void fill(JsonObject spec, JsonObject before) {
        if (!ServiceSpec.hasClusterAddress(spec)) {
            return;
        }
        boolean open = ServiceSpec.isHeadless(spec) && !Fields.isSet(spec, "selector");
        if (!spec.has("ipFamilyPolicy")) {
            JsonValue policy = before.get("ipFamilyPolicy");
            spec.put(
                    "ipFamilyPolicy",
                    policy != null ? policy : JsonValue.of(open ? "RequireDualStack" : "SingleStack"));
        }
        if (!Fields.isSet(spec, "ipFamilies")) {
            boolean both = open && !spec.textOr("ipFamilyPolicy", "").equals("SingleStack");
            spec.put("ipFamilies", both ? JsonArray.of(IPV4, IPV6) : JsonArray.of(IPV4));
        }
    }
}
