package dev.setpoint.resources.strategy.discovery;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.IpAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What an EndpointSlice must look like: bounded, and with addresses of one kind.
final class EndpointSliceValidation {
    private static final FieldPath ENDPOINTS = FieldPath.of("endpoints");
    private static final List<String> TYPES = List.of("FQDN", "IPv4", "IPv6");
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final int MAX_PORTS = 20_000;
    private static final int MAX_ENDPOINTS = 1000;
    private static final int MAX_ADDRESSES = 100;
    private static final int MAX_HINTS = 8;

    private EndpointSliceValidation() {}

    static void check(JsonObject slice, boolean endpoints, FieldErrors errors) {
        String type = slice.textOr("addressType", "");
        if (type.isEmpty()) {
            errors.required(FieldPath.of("addressType"), "");
        } else if (!TYPES.contains(type)) {
            errors.notSupported(FieldPath.of("addressType"), type, TYPES);
        }
        ports(slice, errors);
        int count = Fields.size(slice, "endpoints");
        if (endpoints && count > MAX_ENDPOINTS) {
            errors.tooMany(ENDPOINTS, count, MAX_ENDPOINTS);
        } else if (endpoints) {
            Fields.eachAtRoot(slice, "endpoints", (endpoint, at) -> endpoint(endpoint, type, at, errors));
        }
    }

    private static void ports(JsonObject slice, FieldErrors errors) {
        int count = Fields.size(slice, "ports");
        if (count > MAX_PORTS) {
            errors.tooMany(FieldPath.of("ports"), count, MAX_PORTS);
            return;
        }
        Set<String> names = new HashSet<>();
        Fields.eachAtRoot(slice, "ports", (port, at) -> {
            String name = port.textOr("name", "");
            if (!name.isEmpty()) {
                Checks.label(name, at.child("name"), errors);
            }
            if (!names.add(name)) {
                errors.duplicate(at.child("name"), name);
            }
            Checks.requiredOneOf(port, "protocol", PROTOCOLS, at, errors);
            if (port.has("appProtocol")) {
                Checks.labelKey(port.textOr("appProtocol", ""), at.child("appProtocol"), errors);
            }
        });
    }

    private static void endpoint(JsonObject endpoint, String type, FieldPath path, FieldErrors errors) {
        List<String> addresses = Fields.texts(endpoint, "addresses");
        FieldPath list = path.child("addresses");
        if (addresses.isEmpty()) {
            errors.required(list, "must contain at least 1 address");
        } else if (addresses.size() > MAX_ADDRESSES) {
            errors.tooMany(list, addresses.size(), MAX_ADDRESSES);
        }
        for (int i = 0; i < addresses.size(); i++) {
            address(addresses.get(i), type, list, list.index(i), errors);
        }
        if (endpoint.has("nodeName")) {
            Checks.subdomain(endpoint.textOr("nodeName", ""), path.child("nodeName"), errors);
        }
        if (endpoint.has("hostname")) {
            Checks.label(endpoint.textOr("hostname", ""), path.child("hostname"), errors);
        }
        JsonObject hints = endpoint.object("hints");
        if (hints != null) {
            hints(hints, "forZones", path.child("hints"), errors);
            hints(hints, "forNodes", path.child("hints"), errors);
        }
    }

    private static void address(String text, String type, FieldPath list, FieldPath path, FieldErrors errors) {
        int mistakes = errors.size();
        switch (type) {
            case "IPv4" -> AddressValidation.address(text, List.of(), path, errors);
            case "IPv6" -> AddressValidation.canonicalAddress(text, path, errors);
            case "FQDN" -> domain(text, path, errors);
            default -> {}
        }
        if (!type.startsWith("IP") || errors.size() > mistakes) {
            return;
        }
        IpAddress address = IpAddress.parse(text);
        if (address != null && address.isVersion4() != type.equals("IPv4")) {
            errors.invalid(list, text, "must be an " + type + " address");
        }
        AddressValidation.endpoint(text, path, errors);
    }

    /// A name with at least two labels, perhaps with a dot at its end.
    private static void domain(String text, FieldPath path, FieldErrors errors) {
        if (text.isEmpty()) {
            errors.required(path, "");
            return;
        }
        String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        List<String> mistakes = Formats.dns1123Subdomain(name);
        if (!mistakes.isEmpty()) {
            errors.invalid(path, name, String.join(",", mistakes));
            return;
        }
        if (name.indexOf('.') < 0) {
            errors.invalid(path, name, "should be a domain with at least two segments separated by dots");
            return;
        }
        for (String label : name.split("\\.", -1)) {
            if (!Formats.dns1123Label(label).isEmpty()) {
                errors.invalid(path, label, String.join(",", Formats.dns1123Label(label)));
                return;
            }
        }
    }

    private static void hints(JsonObject hints, String field, FieldPath path, FieldErrors errors) {
        int count = Fields.size(hints, field);
        if (count > MAX_HINTS) {
            errors.tooMany(path.child(field), count, MAX_HINTS);
            return;
        }
        Set<String> seen = new HashSet<>();
        Fields.each(hints, field, path, (hint, at) -> {
            String name = hint.textOr("name", "");
            FieldPath namePath = at.child("name");
            if (!seen.add(name)) {
                errors.duplicate(namePath, name);
            }
            List<String> mistakes =
                    field.equals("forZones") ? Formats.labelValue(name) : Formats.dns1123Subdomain(name);
            errors.invalid(namePath, name, mistakes);
        });
    }
}
