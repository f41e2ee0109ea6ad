package dev.setpoint.benchmarks.load;

import java.nio.charset.StandardCharsets;

/// One request.
///
/// @param mediaType of the body; empty when there is none
public record LoadCall(String method, String path, String mediaType, byte[] body) {
    public static final String JSON = "application/json";

    private static final byte[] NOTHING = {};

    public static LoadCall get(String path) {
        return new LoadCall("GET", path, "", NOTHING);
    }

    public static LoadCall delete(String path) {
        return new LoadCall("DELETE", path, "", NOTHING);
    }

    public static LoadCall post(String path, byte[] json) {
        return new LoadCall("POST", path, JSON, json);
    }

    public static LoadCall put(String path, byte[] json) {
        return new LoadCall("PUT", path, JSON, json);
    }

    public static LoadCall patch(String path, String mediaType, String body) {
        return new LoadCall("PATCH", path, mediaType, body.getBytes(StandardCharsets.UTF_8));
    }
}
