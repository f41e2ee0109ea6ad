package dev.setpoint.apiserver.pipeline;

import java.util.Locale;

/// What is asked, in the words of RBAC: `deletecollection` is lower case of the name without the underscore.
public enum Verb {
    GET,
    LIST,
    WATCH,
    CREATE,
    UPDATE,
    PATCH,
    DELETE,
    DELETE_COLLECTION;

    public String word() {
        return this == DELETE_COLLECTION ? "deletecollection" : name().toLowerCase(Locale.ROOT);
    }

    /// As Kubernetes' metrics name it.
    public String metricsWord() {
        return switch (this) {
            case GET -> "GET";
            case LIST -> "LIST";
            case WATCH -> "WATCH";
            case CREATE -> "POST";
            case UPDATE -> "PUT";
            case PATCH -> "PATCH";
            case DELETE -> "DELETE";
            case DELETE_COLLECTION -> "DELETECOLLECTION";
        };
    }
}
