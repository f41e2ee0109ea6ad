package dev.setpoint.apiserver.discovery;

import dev.setpoint.apiserver.authn.ServiceAccountTokens;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Who issues the tokens of service accounts, and with which keys: what others need to check them.
public final class IssuerDocuments implements Documents {
    private static final String KEYS = "/openid/v1/jwks";

    private final Document configuration;
    private final ServiceAccountTokens tokens;

    public IssuerDocuments(ServiceAccountTokens tokens) {
        this.configuration = document("application/json", configuration());
        this.tokens = tokens;
    }

    @Override
    public Optional<Document> find(Query query) {
        return switch (query.path()) {
            case "/.well-known/openid-configuration" -> Optional.of(configuration);
            case KEYS -> Optional.of(document("application/jwk-set+json", tokens.publicKeys()));
            default -> Optional.empty();
        };
    }

    private static JsonObject configuration() {
        return new JsonObject()
                .put("issuer", ServiceAccountTokens.ISSUER)
                .put("jwks_uri", ServiceAccountTokens.ISSUER + KEYS)
                .put("response_types_supported", JsonArray.ofTexts(List.of("id_token")))
                .put("subject_types_supported", JsonArray.ofTexts(List.of("public")))
                .put("id_token_signing_alg_values_supported", JsonArray.ofTexts(List.of("ES256")));
    }

    /// The keys change with the data folder alone; nobody need ask more than once an hour.
    private static Document document(String mediaType, JsonObject json) {
        return new Document(
                200, mediaType, JsonWriter.bytes(json), "", Map.of("Cache-Control", "public, max-age=3600"));
    }
}
