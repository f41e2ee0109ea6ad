package dev.setpoint.benchmarks.load;

import java.nio.charset.StandardCharsets;

/// One request.
///
/// @param mediaType of the body; empty when there is none
public record Call(String method, String path, String mediaType, byte[] body) {
    public static final String JSON = "application/json";

    private static final byte[] NOTHING = {};

    public static Call get(String path) {
        return new Call("GET", path, "", NOTHING);
    }

    public static Call delete(String path) {
        return new Call("DELETE", path, "", NOTHING);
    }

    public static Call post(String path, byte[] json) {
        return new Call("POST", path, JSON, json);
    }

    public static Call put(String path, byte[] json) {
        return new Call("PUT", path, JSON, json);
    }

    public static Call patch(String path, String mediaType, String body) {
        return new Call("PATCH", path, mediaType, body.getBytes(StandardCharsets.UTF_8));
    }
}
