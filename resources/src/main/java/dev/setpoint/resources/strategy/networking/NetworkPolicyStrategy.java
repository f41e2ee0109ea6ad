package dev.setpoint.resources.strategy.networking;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindRules;
import dev.setpoint.resources.strategy.LabelSelectorValidation;
import java.util.ArrayList;
import java.util.List;

/// NetworkPolicies.
public final class NetworkPolicyStrategy implements Defaults, KindRules {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final List<String> TYPES = List.of("Ingress", "Egress");

    @Override
    public void applyDefaults(JsonObject policy) {
        JsonObject spec = policy.child("spec");
        Fields.each(spec, "ingress", NetworkPolicyStrategy::protocols);
        Fields.each(spec, "egress", NetworkPolicyStrategy::protocols);
        if (!Fields.isSet(spec, "policyTypes")) {
            spec.put("policyTypes", JsonArray.ofTexts(Fields.isSet(spec, "egress") ? TYPES : List.of("Ingress")));
        }
    }

    private static void protocols(JsonObject rule) {
        Fields.each(rule, "ports", port -> port.putIfAbsent("protocol", JsonValue.of("TCP")));
    }

    @Override
    public void check(JsonObject policy, FieldErrors errors) {
        check(policy, List.of(), errors);
    }

    /// Ranges that were there before are not looked at again: rules may have been moved about.
    @Override
    public void checkUpdate(JsonObject policy, JsonObject old, FieldErrors errors) {
        List<String> known = new ArrayList<>();
        ranges(old.child("spec"), "ingress", "from", known);
        ranges(old.child("spec"), "egress", "to", known);
        check(policy, known, errors);
    }

    private static void ranges(JsonObject spec, String rules, String peers, List<String> into) {
        Fields.each(
                spec,
                rules,
                rule -> Fields.each(rule, peers, peer -> {
                    JsonObject block = peer.object("ipBlock");
                    if (block != null) {
                        into.add(block.textOr("cidr", ""));
                        into.addAll(Fields.texts(block, "except"));
                    }
                }));
    }

    private static void check(JsonObject policy, List<String> known, FieldErrors errors) {
        JsonObject spec = policy.child("spec");
        LabelSelectorValidation.check(spec.object("podSelector"), SPEC.child("podSelector"), errors);
        PolicyRuleValidation rules = new PolicyRuleValidation(known, errors);
        Fields.each(spec, "ingress", SPEC, (rule, path) -> rules.check(rule, "from", path));
        Fields.each(spec, "egress", SPEC, (rule, path) -> rules.check(rule, "to", path));
        List<String> types = Fields.texts(spec, "policyTypes");
        if (types.size() > TYPES.size()) {
            errors.invalidShown(
                    SPEC.child("policyTypes"),
                    JsonArray.ofTexts(types).toString(),
                    "may not specify more than two policyTypes");
            return;
        }
        for (int i = 0; i < types.size(); i++) {
            if (!TYPES.contains(types.get(i))) {
                errors.notSupported(SPEC.child("policyTypes").index(i), types.get(i), TYPES);
            }
        }
    }
}
