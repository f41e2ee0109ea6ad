package dev.setpoint.resources.strategy.resource;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Preparation;
import org.jspecify.annotations.Nullable;

/// ResourceClaims and ResourceClaimTemplates.
public enum ResourceClaimStrategy implements Defaults, Preparation {
    CLAIM {
        @Override
        public void applyDefaults(JsonObject claim) {
            requests(claim.child("spec"));
        }

        @Override
        public JsonObject initialStatus(JsonObject claim) {
            return new JsonObject();
        }
    },
    TEMPLATE {
        @Override
        public void applyDefaults(JsonObject template) {
            requests(template.child("spec").child("spec"));
        }
    };

    @Override
    public @Nullable JsonObject initialStatus(JsonObject object) {
        return null;
    }

    private static void requests(JsonObject spec) {
        Fields.each(spec.object("devices"), "requests", request -> {
            JsonObject exactly = request.object("exactly");
            if (exactly != null) {
                count(exactly);
            }
            Fields.each(request, "firstAvailable", ResourceClaimStrategy::count);
        });
    }

    /// Who asks for a device without saying how many asks for one.
    private static void count(JsonObject request) {
        Fields.fill(request, "allocationMode", JsonValue.of("ExactCount"));
        if (request.textOr("allocationMode", "").equals("ExactCount")) {
            Fields.fill(request, "count", JsonValue.of(1));
        }
    }
}
