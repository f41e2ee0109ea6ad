package dev.setpoint.conformance.fuzz;

import java.nio.charset.StandardCharsets;

/// One request.
///
/// @param path with its query
/// @param mediaType of the body; empty for none
record Input(String method, String path, String mediaType, String accept, byte[] body) {
    private static final int SHOWN = 2000;

    boolean isWatch() {
        return method.equals("GET") && path.contains("watch");
    }

    boolean isDryRun() {
        return path.contains("dryRun") && !(method.equals("DELETE") && body.length > 0);
    }

    String shown() {
        String text = new String(body, StandardCharsets.UTF_8);
        return method + " " + path + "\nContent-Type: " + mediaType + "\nAccept: " + accept + "\n"
                + (text.length() > SHOWN ? text.substring(0, SHOWN) + "... " + text.length() + " in all" : text);
    }
}
