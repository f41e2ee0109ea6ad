package dev.setpoint.apiserver.actions;

import dev.setpoint.apiserver.authn.CertificateRequest;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.write.CallerRule;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes into a new CertificateSigningRequest who asks, whatever the asker wrote there, and refuses what
/// is no request for a certificate at all.
public final class CertificateRequests implements CallerRule {
    private static final String RESOURCE = "certificatesigningrequests.certificates.k8s.io";

    @Override
    public void prepare(Call call, ServedResource resource, @Nullable JsonObject old, JsonObject object) {
        if (old != null || !resource.groupResource().toString().equals(RESOURCE)) {
            return;
        }
        JsonObject spec = object.child("spec");
        String encoded = spec.textOr("request", "");
        if (CertificateRequest.read(decoded(encoded)) instanceof CertificateRequest.Read.Bad(var why)) {
            throw new ApiException(new ApiError.Invalid(
                    resource.kind(),
                    object.child("metadata").textOr("name", ""),
                    List.of(FieldError.invalid(
                            "spec.request", JsonValue.of(encoded).toString(), why))));
        }
        sign(spec, call.user());
    }

    private static void sign(JsonObject spec, User user) {
        List.of("username", "uid", "groups", "extra").forEach(spec::remove);
        spec.put("username", user.name());
        if (!user.uid().isEmpty()) {
            spec.put("uid", user.uid());
        }
        if (!user.groups().isEmpty()) {
            spec.put("groups", JsonArray.ofTexts(user.groups()));
        }
        if (!user.extra().isEmpty()) {
            JsonObject extra = new JsonObject();
            new TreeMap<>(user.extra()).forEach((key, values) -> extra.put(key, JsonArray.ofTexts(values)));
            spec.put("extra", extra);
        }
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0]; // Then there is no request in it either.
        }
    }
}
