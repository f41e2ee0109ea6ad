package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.IpAddress;
import java.util.List;

/// What an Ingress sends where.
///
/// @param keptSecrets names of Secrets were malformed before, and may stay so
/// @param keptWildcards rules with wildcards were malformed before, and may stay so
record IngressValidation(FieldErrors errors, boolean keptSecrets, boolean keptWildcards) {
    private static final List<String> PATH_TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");
    private static final List<String> FORBIDDEN_PARTS = List.of("//", "/./", "/../", "%2f", "%2F");
    private static final List<String> FORBIDDEN_ENDS = List.of("/..", "/.");
    private static final FieldPath SPEC = FieldPath.of("spec");

    void check(JsonObject spec) {
        JsonObject backend = spec.object("defaultBackend");
        if (backend == null && !Fields.isSet(spec, "rules")) {
            errors.invalidShown(SPEC, "null", "either `defaultBackend` or `rules` must be specified");
        }
        if (backend != null) {
            backend(backend, SPEC.child("defaultBackend"));
        }
        Fields.each(spec, "rules", SPEC, this::rule);
        Fields.each(spec, "tls", SPEC, this::tls);
        if (spec.get("ingressClassName") instanceof JsonString(String name)) {
            Checks.subdomain(name, SPEC.child("ingressClassName"), errors);
        }
    }

    /// Whether some rule with a wildcard is not as it should be.
    static boolean hasMalformedWildcards(JsonObject spec) {
        return Fields.objects(spec, "rules").stream()
                .filter(rule -> rule.textOr("host", "").contains("*"))
                .anyMatch(rule -> {
                    FieldErrors found = new FieldErrors();
                    new IngressValidation(found, false, false).value(rule, SPEC);
                    return !found.isEmpty();
                });
    }

    static boolean hasMalformedSecrets(JsonObject spec) {
        return Fields.objects(spec, "tls").stream()
                .map(tls -> tls.textOr("secretName", ""))
                .anyMatch(name ->
                        !name.isEmpty() && !Formats.dns1123Subdomain(name).isEmpty());
    }

    private void rule(JsonObject rule, FieldPath path) {
        String host = rule.textOr("host", "");
        boolean wildcard = host.contains("*");
        if (!host.isEmpty()) {
            if (IpAddress.parse(host) != null) {
                errors.invalid(path.child("host"), host, "must be a DNS name, not an IP address");
            }
            host(host, path.child("host"));
        }
        if (!wildcard || !keptWildcards) {
            value(rule, path);
        }
    }

    private void host(String host, FieldPath path) {
        errors.invalid(
                path, host, host.contains("*") ? Formats.wildcardSubdomain(host) : Formats.dns1123Subdomain(host));
    }

    private void value(JsonObject rule, FieldPath path) {
        JsonObject http = rule.object("http");
        if (http != null) {
            Checks.required(http, "paths", path.child("http"), errors);
            Fields.each(http, "paths", path.child("http"), this::path);
        }
    }

    private void path(JsonObject settings, FieldPath at) {
        String type = settings.textOr("pathType", "");
        if (type.isEmpty()) {
            errors.required(at.child("pathType"), "pathType must be specified");
            return;
        }
        String path = settings.textOr("path", "");
        switch (type) {
            case "Exact", "Prefix" -> {
                absolute(path, at);
                for (String part : FORBIDDEN_PARTS) {
                    if (path.contains(part)) {
                        errors.invalid(at.child("path"), path, "must not contain '" + part + "'");
                    }
                }
                for (String end : FORBIDDEN_ENDS) {
                    if (path.endsWith(end)) {
                        errors.invalid(at.child("path"), path, "cannot end with '" + end + "'");
                    }
                }
            }
            case "ImplementationSpecific" -> {
                if (!path.isEmpty()) {
                    absolute(path, at);
                }
            }
            default -> errors.notSupported(at.child("pathType"), type, PATH_TYPES);
        }
        backend(settings.child("backend"), at.child("backend"));
    }

    private void absolute(String path, FieldPath at) {
        if (!path.startsWith("/")) {
            errors.invalid(at.child("path"), path, "must be an absolute path");
        }
    }

    private void tls(JsonObject tls, FieldPath path) {
        List<String> hosts = Fields.texts(tls, "hosts");
        for (int i = 0; i < hosts.size(); i++) {
            host(hosts.get(i), path.child("hosts").index(i));
        }
        String secret = tls.textOr("secretName", "");
        if (!keptSecrets && !secret.isEmpty()) {
            Checks.subdomain(secret, path.child("secretName"), errors);
        }
    }

    private void backend(JsonObject backend, FieldPath path) {
        JsonObject resource = backend.object("resource");
        JsonObject service = backend.object("service");
        if (resource != null && service != null) {
            errors.invalid(path, "", "cannot set both resource and service backends");
        } else if (resource != null) {
            ReferenceValidation.check(resource, path.child("resource"), errors);
        } else if (service != null) {
            service(service, path);
        } else {
            errors.invalid(path, "", "resource or service backend is required");
        }
    }

    private void service(JsonObject service, FieldPath path) {
        FieldPath at = path.child("service");
        if (Checks.required(service, "name", at, errors)) {
            Checks.label(service.textOr("name", ""), at.child("name"), errors);
        }
        JsonObject port = service.child("port");
        String name = port.textOr("name", "");
        long number = port.integerOr("number", 0);
        if (!name.isEmpty() && number != 0) {
            errors.invalid(path, "", "cannot set both port name & port number");
        } else if (!name.isEmpty()) {
            errors.invalid(at.child("port").child("name"), name, Formats.portName(name));
        } else if (number != 0) {
            Checks.portNumber(number, at.child("port").child("number"), errors);
        } else {
            errors.required(path, "port name or number is required");
        }
    }
}
