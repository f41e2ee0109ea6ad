package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonInteger;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.IpAddress;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one rule of a NetworkPolicy lets through: ports, and the peers on the other side.
final class PolicyRuleValidation {
    private final List<String> known;
    private final FieldErrors errors;

    /// @param known ranges that are not looked at again
    PolicyRuleValidation(List<String> known, FieldErrors errors) {
        this.known = known;
        this.errors = errors;
    }

    void check(JsonObject rule, String peers, FieldPath path) {
        Fields.each(rule, "ports", path, this::port);
        Fields.each(rule, peers, path, this::peer);
    }

    private void port(JsonObject port, FieldPath path) {
        Checks.oneOf(port, "protocol", List.of("TCP", "UDP", "SCTP"), path, errors);
        JsonValue number = port.get("port");
        JsonValue end = port.get("endPort");
        switch (number) {
            case null -> forbidden(end, path, "may not be specified when `port` is not specified");
            case JsonString(String name) -> {
                forbidden(end, path, "may not be specified when `port` is non-numeric");
                errors.invalid(path.child("port"), name, Formats.portName(name));
            }
            case JsonInteger(long first) -> {
                Checks.portNumber(first, path.child("port"), errors);
                if (end instanceof JsonInteger(long last)) {
                    if (last < first) {
                        errors.invalid(path.child("endPort"), first, "must be greater than or equal to `port`");
                    }
                    Checks.portNumber(last, path.child("endPort"), errors);
                }
            }
            default -> {} // The schema knows numbers and texts only.
        }
    }

    private void forbidden(@Nullable JsonValue end, FieldPath path, String why) {
        if (end instanceof JsonInteger(long last)) {
            errors.invalid(path.child("endPort"), last, why);
        }
    }

    private void peer(JsonObject peer, FieldPath path) {
        JsonObject pods = peer.object("podSelector");
        JsonObject namespaces = peer.object("namespaceSelector");
        JsonObject block = peer.object("ipBlock");
        LabelSelectorValidation.check(pods, path.child("podSelector"), errors);
        LabelSelectorValidation.check(namespaces, path.child("namespaceSelector"), errors);
        if (block != null) {
            block(block, path.child("ipBlock"));
        }
        boolean selects = pods != null || namespaces != null;
        if (!selects && block == null) {
            errors.required(path, "must specify a peer");
        } else if (selects && block != null) {
            errors.forbidden(path, "may not specify both ipBlock and another peer");
        }
    }

    private void block(JsonObject block, FieldPath path) {
        if (!Checks.required(block, "cidr", path, errors)) {
            return;
        }
        String range = block.textOr("cidr", "");
        AddressValidation.range(range, known, path.child("cidr"), errors);
        List<String> exceptions = Fields.texts(block, "except");
        for (int i = 0; i < exceptions.size(); i++) {
            FieldPath at = path.child("except").index(i);
            AddressValidation.range(exceptions.get(i), known, at, errors);
            if (isRange(range) && isRange(exceptions.get(i)) && !contains(range, exceptions.get(i))) {
                errors.invalid(at, exceptions.get(i), "must be a strict subset of `cidr`");
            }
        }
    }

    private static boolean isRange(String text) {
        int slash = text.indexOf('/');
        return slash > 0
                && IpAddress.parse(text.substring(0, slash)) != null
                && text.substring(slash + 1).matches("\\d{1,3}");
    }

    /// Whether the other range lies in this one and is smaller.
    private static boolean contains(String range, String other) {
        int slash = range.indexOf('/');
        int otherSlash = other.indexOf('/');
        int length = Integer.parseInt(range, slash + 1, range.length(), 10);
        int otherLength = Integer.parseInt(other, otherSlash + 1, other.length(), 10);
        IpAddress network = IpAddress.parse(range.substring(0, slash));
        IpAddress address = IpAddress.parse(other.substring(0, otherSlash));
        return network != null
                && address != null
                && network.bits() == address.bits()
                && length < otherLength
                && address.network(length)
                        .toString()
                        .equals(network.network(length).toString());
    }
}
