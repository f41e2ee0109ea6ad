package dev.setpoint.resources.strategy.certificates;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.Preparation;

/// CertificateSigningRequests. Who asks is written into the spec by the action that creates them.
public final class CertificateSigningRequestStrategy implements Preparation, KindRules {
    @Override
    public JsonObject initialStatus(JsonObject request) {
        return new JsonObject();
    }

    /// What is asked for never changes.
    @Override
    public void prepareForUpdate(JsonObject request, JsonObject old) {
        Fields.keep("spec", request, old);
        Fields.keep("status", request, old);
    }

    /// An approval changes the conditions alone.
    @Override
    public void prepareForSubresourceUpdate(String subresource, JsonObject request, JsonObject old) {
        JsonValue conditions = request.at("status", "conditions");
        prepareForUpdate(request, old.copy());
        JsonObject status = request.child("status");
        if (conditions == null) {
            status.remove("conditions");
        } else {
            status.put("conditions", conditions);
        }
    }

    @Override
    public void check(JsonObject request, FieldErrors errors) {
        CertificateRequestRules.spec(request, errors);
    }

    /// What was accepted once stays acceptable.
    @Override
    public void checkUpdate(JsonObject request, JsonObject old, FieldErrors errors) {}

    @Override
    public void checkStatusUpdate(JsonObject request, JsonObject old, FieldErrors errors) {
        CertificateRequestRules.conditions(request, errors);
        CertificateRequestRules.decisionsStay(request, old, errors);
        CertificateRequestRules.decidesElsewhere(request, old, errors);
    }

    @Override
    public void checkSubresourceUpdate(String subresource, JsonObject request, JsonObject old, FieldErrors errors) {
        CertificateRequestRules.conditions(request, errors);
        CertificateRequestRules.decisionsStay(request, old, errors);
    }
}
