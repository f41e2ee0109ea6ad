package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.GoText;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.MalformedJsonException;

/// The answers to patches that cannot be read or do not fit.
final class Refusal {
    private Refusal() {}

    static ApiException malformed(String message) {
        return new ApiException(new ApiError.BadRequest(message));
    }

    /// Kubernetes does not tell the client why.
    static ApiException rejected() {
        return new ApiException(new ApiError.Rejected());
    }

    /// Kubernetes takes these for failures of its own.
    static ApiException unclassified(String message) {
        return new ApiException(new ApiError.Unclassified(message));
    }

    static ApiException mistyped(String prefix, JsonValue value, String type) {
        return malformed(prefix + "json: cannot unmarshal " + GoText.shapeName(value) + " into Go " + type);
    }

    static JsonReader.Parsed read(byte[] patch, String prefix) {
        try {
            return JsonReader.parse(patch);
        } catch (MalformedJsonException e) {
            throw malformed(prefix + e.getMessage());
        }
    }
}
