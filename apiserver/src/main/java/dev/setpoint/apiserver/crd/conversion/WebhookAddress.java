package dev.setpoint.apiserver.crd.conversion;

import dev.setpoint.machinery.json.JsonObject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Where a webhook is, and whom to trust there.
///
/// @param authorityPem certificates, or empty for those that the machine trusts
public record WebhookAddress(URI uri, String authorityPem) {
    private static final int DEFAULT_PORT = 443;

    /// @param clientConfig as a definition has it, which was validated
    static WebhookAddress of(JsonObject clientConfig) {
        String bundle = clientConfig.textOr("caBundle", "");
        String pem = new String(Base64.getMimeDecoder().decode(bundle), StandardCharsets.UTF_8);
        JsonObject service = clientConfig.object("service");
        if (service == null) {
            return new WebhookAddress(URI.create(clientConfig.textOr("url", "")), pem);
        }
        String host = service.textOr("name", "") + "." + service.textOr("namespace", "") + ".svc";
        return new WebhookAddress(
                URI.create("https://" + host + ":" + service.integerOr("port", DEFAULT_PORT)
                        + service.textOr("path", "/")),
                pem);
    }
}
