package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// What a secret of a known type must hold. Its contents are never shown.
final class SecretValidation {
    private static final FieldPath DATA = FieldPath.of("data");
    private static final String ACCOUNT = "kubernetes.io/service-account.name";
    private static final String PEM = "-----BEGIN ";

    private SecretValidation() {}

    static void check(JsonObject secret, FieldErrors errors) {
        JsonObject data = secret.object("data");
        KeyedData.keys(data, DATA, errors);
        if (KeyedData.bytes(data, true) > KeyedData.MAX_BYTES) {
            errors.tooLong(DATA, KeyedData.MAX_BYTES);
        }
        JsonObject entries = data == null ? new JsonObject() : data;
        switch (secret.textOr("type", "")) {
            case "kubernetes.io/service-account-token" -> account(secret, errors);
            case "kubernetes.io/dockercfg" -> json(entries, ".dockercfg", errors);
            case "kubernetes.io/dockerconfigjson" -> json(entries, ".dockerconfigjson", errors);
            case "kubernetes.io/basic-auth" -> {
                if (!entries.has("username") && !entries.has("password")) {
                    present(entries, List.of("username", "password"), errors);
                }
            }
            case "kubernetes.io/ssh-auth" -> {
                if (entries.textOr("ssh-privatekey", "").isEmpty()) {
                    errors.required(DATA.key("ssh-privatekey"), "");
                }
            }
            case "kubernetes.io/tls" -> present(entries, List.of("tls.crt", "tls.key"), errors);
            default -> {}
        }
    }

    private static void present(JsonObject entries, List<String> keys, FieldErrors errors) {
        for (String key : keys) {
            if (!entries.has(key)) {
                errors.required(DATA.key(key), "");
            }
        }
    }

    private static void account(JsonObject secret, FieldErrors errors) {
        JsonObject annotations = secret.child("metadata").object("annotations");
        if (annotations == null || annotations.textOr(ACCOUNT, "").isEmpty()) {
            errors.required(FieldPath.of("metadata").child("annotations").key(ACCOUNT), "");
        }
    }

    private static void json(JsonObject entries, String key, FieldErrors errors) {
        if (!entries.has(key)) {
            errors.required(DATA.key(key), "");
            return;
        }
        try {
            JsonReader.object(decoded(entries, key));
        } catch (MalformedJsonException e) {
            errors.invalid(DATA.key(key), "<secret contents redacted>", String.valueOf(e.getMessage()));
        }
    }

    private static byte[] decoded(JsonObject entries, String key) {
        return Base64.getDecoder().decode(entries.textOr(key, ""));
    }

    /// What is wrong with a certificate and its key as far as it can be seen without reading them.
    static List<String> warnings(JsonObject secret) {
        JsonObject data = secret.object("data");
        if (data == null || !secret.textOr("type", "").equals("kubernetes.io/tls")) {
            return List.of();
        }
        if (!isPem(data, "tls.crt")) {
            return List.of("tls: failed to find any PEM data in certificate input");
        }
        return isPem(data, "tls.key") ? List.of() : List.of("tls: failed to find any PEM data in key input");
    }

    private static boolean isPem(JsonObject data, String key) {
        return new String(decoded(data, key), StandardCharsets.ISO_8859_1).contains(PEM);
    }
}
