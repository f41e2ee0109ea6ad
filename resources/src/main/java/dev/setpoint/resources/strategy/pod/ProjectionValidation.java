package dev.setpoint.resources.strategy.pod;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A volume that puts files of several sources side by side.
final class ProjectionValidation {
    private static final long LEAST_TOKEN_SECONDS = 600;
    private static final long MOST_TOKEN_SECONDS = 1L << 32;
    private static final List<String> SOURCES = List.of(
            "secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle", "podCertificate");

    private final FieldPath path;
    private final FieldErrors errors;
    private final Set<String> files = new HashSet<>();

    ProjectionValidation(FieldPath path, FieldErrors errors) {
        this.path = path;
        this.errors = errors;
    }

    void check(JsonObject volume) {
        PathValidation.mode(volume, "defaultMode", path, errors);
        Fields.each(volume, "sources", path, (source, at) -> {
            int count = 0;
            for (String kind : SOURCES) {
                JsonObject settings = source.object(kind);
                if (settings != null) {
                    count++;
                    source(kind, settings, at.child(kind));
                }
            }
            if (count > 1) {
                errors.forbidden(at, "may not specify more than 1 volume type per source");
            }
        });
    }

    private void source(String kind, JsonObject settings, FieldPath at) {
        switch (kind) {
            case "secret", "configMap" -> {
                Checks.required(settings, "name", at, errors);
                Fields.each(settings, "items", at, (item, itemPath) -> {
                    VolumeValidation.keyToPath(item, itemPath, errors);
                    unique(item.textOr("path", ""), settings.textOr("name", ""));
                });
            }
            case "downwardAPI" -> {
                for (JsonObject file : Fields.objects(settings, "items")) {
                    EnvironmentValidation.downwardFile(file, at, errors);
                    unique(file.textOr("path", ""), file.textOr("path", ""));
                }
            }
            case "serviceAccountToken" -> token(settings, at);
            case "clusterTrustBundle" -> trustBundle(settings, at);
            default -> certificate(settings, at);
        }
    }

    private void unique(String file, String shown) {
        if (!file.isEmpty() && !files.add(file)) {
            errors.invalid(path, shown, "conflicting duplicate paths");
        }
    }

    private void token(JsonObject settings, FieldPath at) {
        long seconds = settings.integerOr("expirationSeconds", 0);
        if (seconds < LEAST_TOKEN_SECONDS) {
            errors.invalid(at.child("expirationSeconds"), seconds, "may not specify a duration less than 10 minutes");
        }
        if (seconds > MOST_TOKEN_SECONDS) {
            errors.invalid(
                    at.child("expirationSeconds"), seconds, "may not specify a duration larger than 2^32 seconds");
        }
        if (Checks.required(settings, "path", path, errors)) {
            PathValidation.localNonReserved(settings.textOr("path", ""), path.child("path"), errors);
        }
    }

    private void trustBundle(JsonObject settings, FieldPath at) {
        boolean named = settings.has("name");
        boolean signed = settings.has("signerName");
        if (named && signed) {
            errors.invalidShown(at, settings.toString(), "only one of name and signerName may be used");
        } else if (!named && !signed) {
            errors.required(at, "either name or signerName must be specified");
        }
        Checks.required(settings, "path", at, errors);
        file(settings, "path", at);
    }

    private void certificate(JsonObject settings, FieldPath at) {
        int count = 0;
        for (String field : List.of("credentialBundlePath", "keyPath", "certificateChainPath")) {
            if (Fields.isSet(settings, field)) {
                count++;
                file(settings, field, at);
            }
        }
        if (count == 0) {
            errors.required(at, "specify at least one of credentialBundlePath, keyPath, and certificateChainPath");
        }
    }

    private void file(JsonObject settings, String field, FieldPath at) {
        String file = settings.textOr(field, "");
        PathValidation.localNonReserved(file, at.child(field), errors);
        unique(file, file);
    }
}
