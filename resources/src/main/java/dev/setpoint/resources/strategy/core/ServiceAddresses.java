package dev.setpoint.resources.strategy.core;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.strategy.AddressValidation;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.IpAddress;
import dev.setpoint.resources.strategy.Shown;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// The cluster addresses of a service and their families: what they must look like, and that they stay.
final class ServiceAddresses {
    private static final FieldPath SPEC = FieldPath.of("spec");
    private static final FieldPath ADDRESSES = SPEC.child("clusterIPs");
    private static final List<String> FAMILIES = List.of("IPv4", "IPv6");
    private static final List<String> FAMILY_POLICIES = List.of("PreferDualStack", "RequireDualStack", "SingleStack");
    private static final String STAYS = "may not change once set";

    private final JsonObject spec;
    private final JsonObject before;
    private final List<String> addresses;
    private final FieldErrors errors;

    ServiceAddresses(JsonObject spec, JsonObject before, FieldErrors errors) {
        this.spec = spec;
        this.before = before;
        this.addresses = Fields.texts(spec, "clusterIPs");
        this.errors = errors;
    }

    void check() {
        if (!ServiceSpec.hasClusterAddress(spec)) {
            return;
        }
        first();
        families();
        if (spec.has("ipFamilyPolicy") && !FAMILY_POLICIES.contains(spec.textOr("ipFamilyPolicy", ""))) {
            errors.notSupported(SPEC.child("ipFamilyPolicy"), spec.textOr("ipFamilyPolicy", ""), FAMILY_POLICIES);
        }
        if (sound()) {
            oneForEachFamily();
        }
    }

    /// The singular field repeats the first of the plural one.
    private void first() {
        String address = spec.textOr("clusterIP", "");
        if (address.isEmpty()) {
            if (!addresses.isEmpty()) {
                errors.invalidShown(
                        ADDRESSES, Shown.texts(addresses), "must be empty when `clusterIP` is not specified");
            }
        } else if (addresses.isEmpty()) {
            errors.required(ADDRESSES, "");
        } else if (!addresses.getFirst().equals(address)) {
            errors.invalidShown(ADDRESSES, Shown.texts(addresses), "first value must match `clusterIP`");
        }
    }

    private void families() {
        Set<String> seen = new HashSet<>();
        List<String> families = Fields.texts(spec, "ipFamilies");
        for (int i = 0; i < families.size(); i++) {
            FieldPath path = SPEC.child("ipFamilies").index(i);
            if (!FAMILIES.contains(families.get(i))) {
                errors.notSupported(path, families.get(i), FAMILIES);
            }
            if (!seen.add(families.get(i))) {
                errors.duplicate(path, families.get(i));
            }
        }
    }

    private boolean sound() {
        List<String> known = Fields.texts(before, "clusterIPs");
        int mistakes = errors.size();
        for (int i = 0; i < addresses.size(); i++) {
            if (i == 0 && addresses.get(i).equals(ServiceSpec.HEADLESS)) {
                if (addresses.size() > 1) {
                    errors.invalidShown(ADDRESSES, Shown.texts(addresses), "'None' must be the first and only value");
                }
            } else {
                AddressValidation.address(addresses.get(i), known, ADDRESSES.index(i), errors);
            }
        }
        boolean sound = errors.size() == mistakes;
        if (addresses.size() > 2) {
            errors.invalidShown(ADDRESSES, Shown.texts(addresses), "may only hold up to 2 values");
        }
        return sound;
    }

    private void oneForEachFamily() {
        List<String> families = Fields.texts(spec, "ipFamilies");
        Set<Boolean> seen = new HashSet<>();
        boolean repeated = false;
        for (String address : addresses) {
            repeated |= !seen.add(isVersion4(address));
        }
        if (repeated && !ServiceSpec.isHeadless(spec)) {
            errors.invalidShown(
                    ADDRESSES, Shown.texts(addresses), "may specify no more than one IP for each IP family");
        }
        for (int i = 0; i < Math.min(addresses.size(), families.size()) && !ServiceSpec.isHeadless(spec); i++) {
            String family = families.get(i);
            if (FAMILIES.contains(family) && isVersion4(addresses.get(i)) != family.equals("IPv4")) {
                errors.invalid(
                        ADDRESSES.index(i),
                        addresses.get(i),
                        "expected an " + family + " value as indicated by `ipFamilies[" + i + "]`");
            }
        }
    }

    private static boolean isVersion4(String text) {
        IpAddress address = IpAddress.parse(text);
        return address != null && address.isVersion4();
    }

    /// What was given out stays, unless the service has no addresses before or after.
    void checkUpdate() {
        if (!ServiceSpec.hasClusterAddress(spec) || !ServiceSpec.hasClusterAddress(before)) {
            return;
        }
        boolean headless = ServiceSpec.isHeadless(spec);
        boolean wasHeadless = ServiceSpec.isHeadless(before);
        if (!headless || !wasHeadless) {
            addressesStay(Fields.texts(before, "clusterIPs"));
        }
        if (!headless && !wasHeadless) {
            familiesStay(Fields.texts(before, "ipFamilies"), Fields.texts(spec, "ipFamilies"));
        }
    }

    private void addressesStay(List<String> were) {
        if (were.size() > addresses.size() && addresses.isEmpty()) {
            errors.invalidShown(ADDRESSES.index(0), Shown.texts(addresses), "primary clusterIP can not be unset");
            return;
        }
        int compared = were.size() == addresses.size() ? were.size() : Math.min(1, were.size());
        for (int i = 0; i < compared; i++) {
            if (!were.get(i).equals(addresses.get(i))) {
                errors.invalidShown(ADDRESSES.index(i), Shown.texts(addresses), STAYS);
            }
        }
        if (were.size() > addresses.size() && !isSingleStack()) {
            singleStackRequired("clusterIP");
        }
    }

    private void familiesStay(List<String> were, List<String> families) {
        FieldPath first = SPEC.child("ipFamilies").index(0);
        if (were.size() == families.size()) {
            for (int i = 0; i < were.size(); i++) {
                if (!were.get(i).equals(families.get(i))) {
                    errors.invalidShown(first, Shown.texts(families), STAYS);
                }
            }
        } else if (!were.isEmpty() && !families.isEmpty() && !were.getFirst().equals(families.getFirst())) {
            errors.invalidShown(first, Shown.texts(addresses), STAYS);
        }
        if (were.size() > families.size() && families.size() == 1 && !isSingleStack()) {
            singleStackRequired("ipFamily");
        }
    }

    private boolean isSingleStack() {
        return Objects.equals(spec.textOr("ipFamilyPolicy", ""), "SingleStack");
    }

    private void singleStackRequired(String released) {
        errors.invalidShown(
                SPEC.child("ipFamilyPolicy"),
                Shown.value(spec.get("ipFamilyPolicy")),
                "must be set to 'SingleStack' when releasing the secondary " + released);
    }
}
