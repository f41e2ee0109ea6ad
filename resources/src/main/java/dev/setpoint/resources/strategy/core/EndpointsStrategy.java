package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import java.util.List;
import java.util.Objects;

/// Endpoints, the older form of EndpointSlices.
public final class EndpointsStrategy implements Defaults, KindRules {
    private static final JsonValue TCP = JsonValue.of("TCP");

    @Override
    public void applyDefaults(JsonObject endpoints) {
        Fields.each(
                endpoints,
                "subsets",
                subset -> Fields.each(subset, "ports", port -> Fields.fill(port, "protocol", TCP)));
    }

    @Override
    public void check(JsonObject endpoints, FieldErrors errors) {
        Fields.eachAtRoot(endpoints, "subsets", (subset, at) -> subset(subset, at, errors));
    }

    /// What was accepted once stays acceptable.
    @Override
    public void checkUpdate(JsonObject endpoints, JsonObject old, FieldErrors errors) {
        if (!Objects.equals(endpoints.get("subsets"), old.get("subsets"))) {
            check(endpoints, errors);
        }
    }

    private static void subset(JsonObject subset, FieldPath path, FieldErrors errors) {
        if (!Fields.isSet(subset, "addresses") && !Fields.isSet(subset, "notReadyAddresses")) {
            errors.required(path, "must specify `addresses` or `notReadyAddresses`");
        }
        for (String list : List.of("addresses", "notReadyAddresses")) {
            Fields.each(subset, list, path, (address, at) -> address(address, at, errors));
        }
        boolean named = Fields.size(subset, "ports") > 1;
        Fields.each(subset, "ports", path, (port, at) -> port(port, named, at, errors));
    }

    private static void address(JsonObject address, FieldPath path, FieldErrors errors) {
        String text = address.textOr("ip", "");
        AddressValidation.address(text, List.of(), path.child("ip"), errors);
        if (Fields.isSet(address, "hostname")) {
            Checks.label(address.textOr("hostname", ""), path.child("hostname"), errors);
        }
        if (address.has("nodeName")) {
            Checks.subdomain(address.textOr("nodeName", ""), path.child("nodeName"), errors);
        }
        AddressValidation.endpoint(text, path.child("ip"), errors);
    }

    private static void port(JsonObject port, boolean named, FieldPath path, FieldErrors errors) {
        String name = port.textOr("name", "");
        if (!name.isEmpty()) {
            Checks.label(name, path.child("name"), errors);
        } else if (named) {
            errors.required(path.child("name"), "");
        }
        Checks.portNumber(port.integerOr("port", 0), path.child("port"), errors);
        Checks.requiredOneOf(port, "protocol", List.of("SCTP", "TCP", "UDP"), path, errors);
        if (port.has("appProtocol")) {
            Checks.labelKey(port.textOr("appProtocol", ""), path.child("appProtocol"), errors);
        }
    }
}
