package dev.setpoint.apiserver.registry.read;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/// Where the next page begins. A paged list pins nothing in the server: the token carries revision and place.
///
/// @param revision the revision of the first page, or -1 to go on with the present state
/// @param namespace the namespace of the last object sent; empty when cluster-scoped
/// @param name the name of the last object sent
public record ContinueToken(long revision, String namespace, String name) {
    private static final String VERSION = "meta.k8s.io/v1";

    String encode() {
        JsonObject json = new JsonObject()
                .put("v", VERSION)
                .put("rv", revision)
                .put("start", (namespace.isEmpty() ? name : namespace + "/" + name) + "\u0000");
        return Base64.getUrlEncoder().withoutPadding().encodeToString(JsonWriter.bytes(json));
    }

    static ContinueToken decode(String token) {
        JsonObject json;
        try {
            json = JsonReader.object(Base64.getUrlDecoder().decode(token.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IllegalArgumentException | MalformedJsonException e) {
            throw invalid("continue key is not valid: " + e.getMessage());
        }
        if (!json.textOr("v", "").equals(VERSION)) {
            throw invalid("server does not recognize this encoded version \"" + json.textOr("v", "") + "\"");
        }
        long revision = json.integerOr("rv", 0);
        String start = json.textOr("start", "");
        if (revision == 0) {
            throw invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
        }
        if (start.isEmpty()) {
            throw invalid("continue key is not valid: encoded start key empty (version meta.k8s.io/v1)");
        }
        String place = start.endsWith("\u0000") ? start.substring(0, start.length() - 1) : start;
        int slash = place.indexOf('/');
        return slash < 0
                ? new ContinueToken(revision, "", place)
                : new ContinueToken(revision, place.substring(0, slash), place.substring(slash + 1));
    }

    /// The same place in whatever is there now.
    ContinueToken inconsistent() {
        return new ContinueToken(-1, namespace, name);
    }

    private static ApiException invalid(String why) {
        return new ApiException(new ApiError.BadRequest("invalid continue token: " + why));
    }
}
