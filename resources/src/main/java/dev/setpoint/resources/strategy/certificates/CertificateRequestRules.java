package dev.setpoint.resources.strategy.certificates;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a CertificateSigningRequest must look like, and what may become of its conditions. Whether its
/// request is one at all is seen by who can read it.
final class CertificateRequestRules {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final FieldPath CONDITIONS = FieldPath.of("status").child("conditions");
    private static final long LEAST_SECONDS = 600;
    private static final List<String> USAGES = List.of(
            "any",
            "cert sign",
            "client auth",
            "code signing",
            "content commitment",
            "crl sign",
            "data encipherment",
            "decipher only",
            "digital signature",
            "email protection",
            "encipher only",
            "ipsec end system",
            "ipsec tunnel",
            "ipsec user",
            "key agreement",
            "key encipherment",
            "microsoft sgc",
            "netscape sgc",
            "ocsp signing",
            "s/mime",
            "server auth",
            "signing",
            "timestamping");
    /// Once there, these stay.
    private static final List<String> FINAL = List.of("Approved", "Denied", "Failed");

    private CertificateRequestRules() {}

    static void spec(JsonObject request, FieldErrors errors) {
        JsonObject spec = request.child("spec");
        JsonArray listed = spec.array("usages");
        List<String> usages = listed == null ? List.of() : listed.texts();
        if (usages.isEmpty()) {
            errors.required(SPEC.child("usages"), "");
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < usages.size(); i++) {
            FieldPath path = SPEC.child("usages").index(i);
            if (!USAGES.contains(usages.get(i))) {
                errors.notSupported(path, usages.get(i), USAGES);
            }
            if (!seen.add(usages.get(i))) {
                errors.duplicate(path, usages.get(i));
            }
        }
        signer(spec.textOr("signerName", ""), errors);
        if (Fields.isSet(spec, "expirationSeconds")) {
            long seconds = spec.integerOr("expirationSeconds", 0);
            if (seconds < LEAST_SECONDS) {
                errors.invalid(
                        SPEC.child("expirationSeconds"),
                        seconds,
                        "may not specify a duration less than 600 seconds (10 minutes)");
            }
        }
    }

    /// `example.com/my-signer`
    private static void signer(String name, FieldErrors errors) {
        FieldPath path = SPEC.child("signerName");
        if (name.isEmpty()) {
            errors.required(path, "");
            return;
        }
        if (name.equals("kubernetes.io/legacy-unknown")) {
            errors.invalid(path, name, "the legacy signerName is not allowed via this API version");
            return;
        }
        String[] parts = name.split("/", -1);
        if (parts.length != 2 || parts[1].isEmpty() || parts[0].indexOf('.') < 0) {
            errors.invalid(
                    path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'");
        }
    }

    static void conditions(JsonObject request, FieldErrors errors) {
        List<JsonObject> conditions = Fields.objects(request.child("status"), "conditions");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            FieldPath path = CONDITIONS.index(i);
            String type = conditions.get(i).textOr("type", "");
            String status = conditions.get(i).textOr("status", "");
            if (type.isEmpty()) {
                errors.required(path.child("type"), "");
            }
            if (FINAL.contains(type)
                    ? !status.equals("True")
                    : !List.of("True", "False", "Unknown").contains(status)) {
                errors.notSupported(
                        path.child("status"),
                        status,
                        FINAL.contains(type) ? List.of("True") : List.of("True", "False", "Unknown"));
            }
            if (!seen.add(type)) {
                errors.duplicate(path.child("type"), type);
            }
            boolean both = seen.contains("Approved") && seen.contains("Denied");
            if (both && List.of("Approved", "Denied").contains(type)) {
                errors.invalid(path.child("type"), type, "Approved and Denied conditions are mutually exclusive");
            }
        }
    }

    /// What was decided is not taken back.
    static void decisionsStay(JsonObject request, JsonObject old, FieldErrors errors) {
        List<String> now = types(request);
        for (String type : types(old)) {
            if (FINAL.contains(type) && !now.contains(type)) {
                errors.forbidden(CONDITIONS, "updates may not remove a condition of type \"" + type + "\"");
            }
        }
    }

    /// Through the approval subresource one decides; through the status one reports.
    static void decidesElsewhere(JsonObject request, JsonObject old, FieldErrors errors) {
        List<String> before = types(old);
        for (String type : types(request)) {
            if (List.of("Approved", "Denied").contains(type) && !before.contains(type)) {
                errors.forbidden(CONDITIONS, "updates may not add a condition of type \"" + type + "\"");
            }
        }
        String certificate = old.child("status").textOr("certificate", "");
        if (!certificate.isEmpty()
                && !certificate.equals(request.child("status").textOr("certificate", ""))) {
            errors.forbidden(FieldPath.of("status").child("certificate"), "updates may not modify certificate content");
        }
    }

    private static List<String> types(JsonObject request) {
        List<String> types = new ArrayList<>();
        Fields.objects(request.child("status"), "conditions")
                .forEach(condition -> types.add(condition.textOr("type", "")));
        return types;
    }
}
