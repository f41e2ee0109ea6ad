package dev.setpoint.conformance.ways;

import dev.setpoint.apiserver.pipeline.Verb;
import java.nio.charset.StandardCharsets;

/// A request as one row of the table, before it is known which way it goes. `SPACE` stands for the namespace of the
/// way, in paths and bodies.
///
/// @param path below the group version, within the namespace if the resource has one: `configmaps/a`, `pods/p/status`
/// @param accept the form that is asked for; only a way that carries bytes knows forms
/// @param events that a watch is to bring; then it is closed. 0 for a watch that is refused, or no watch.
record Question(
        Verb verb,
        String apiVersion,
        Scope scope,
        String path,
        String query,
        String mediaType,
        String accept,
        String body,
        int events) {
    static final String JSON = "application/json";
    private static final String SPACE = "SPACE";

    enum Scope {
        NAMESPACED,
        CLUSTER
    }

    boolean watches() {
        return verb == Verb.WATCH;
    }

    Question accepting(String form) {
        return new Question(verb, apiVersion, scope, path, query, mediaType, form, body, events);
    }

    Question in(String space) {
        return new Question(
                verb,
                apiVersion,
                scope,
                path.replace(SPACE, space),
                query.replace(SPACE, space),
                mediaType,
                accept,
                body.replace(SPACE, space),
                events);
    }

    String method() {
        return switch (verb) {
            case GET, LIST, WATCH -> "GET";
            case CREATE -> "POST";
            case UPDATE -> "PUT";
            case PATCH -> "PATCH";
            case DELETE, DELETE_COLLECTION -> "DELETE";
        };
    }

    /// Path and query as they travel.
    String uri(String space) {
        String root = apiVersion.indexOf('/') < 0 ? "/api/" + apiVersion : "/apis/" + apiVersion;
        String all = query;
        if (watches()) {
            all = all.isEmpty() ? "watch=true" : "watch=true&" + all;
        }
        return root
                + (scope == Scope.NAMESPACED ? "/namespaces/" + space : "")
                + "/"
                + path
                + (all.isEmpty()
                        ? ""
                        : "?" + all.replace(" ", "%20").replace("(", "%28").replace(")", "%29"));
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}
