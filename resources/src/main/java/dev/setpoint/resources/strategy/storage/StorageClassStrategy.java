package dev.setpoint.resources.strategy.storage;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.KindRules;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// StorageClasses.
public final class StorageClassStrategy implements Defaults, KindRules {
    private static final List<String> RECLAIM_POLICIES = List.of("Delete", "Retain");
    private static final List<String> BINDING_MODES = List.of("Immediate", "WaitForFirstConsumer");
    private static final FieldPath TOPOLOGIES = FieldPath.of("allowedTopologies");

    @Override
    public void applyDefaults(JsonObject storageClass) {
        storageClass.putIfAbsent("reclaimPolicy", JsonValue.of("Delete"));
        storageClass.putIfAbsent("volumeBindingMode", JsonValue.of("Immediate"));
    }

    @Override
    public void check(JsonObject storageClass, FieldErrors errors) {
        provisioner(storageClass.textOr("provisioner", ""), FieldPath.of("provisioner"), errors);
        DriverParameters.check(storageClass.object("parameters"), FieldPath.of("parameters"), errors);
        supported(storageClass, "reclaimPolicy", RECLAIM_POLICIES, errors);
        supported(storageClass, "volumeBindingMode", BINDING_MODES, errors);
        topologies(storageClass, errors);
    }

    /// The name of a driver, in any case.
    static void provisioner(String name, FieldPath path, FieldErrors errors) {
        if (name.isEmpty()) {
            errors.required(path, "");
            return;
        }
        String lower = name.toLowerCase(Locale.ROOT);
        errors.invalid(path, lower, Formats.labelKey(lower));
    }

    private static void supported(JsonObject storageClass, String field, List<String> values, FieldErrors errors) {
        String value = storageClass.textOr(field, "");
        if (!value.isEmpty() && !values.contains(value)) {
            errors.notSupported(FieldPath.of(field), value, values);
        }
    }

    private static void topologies(JsonObject storageClass, FieldErrors errors) {
        Set<Map<String, Set<String>>> seen = new HashSet<>();
        List<JsonObject> terms = Fields.objects(storageClass, "allowedTopologies");
        for (int i = 0; i < terms.size(); i++) {
            FieldPath path = TOPOLOGIES.index(i);
            if (!seen.add(term(terms.get(i), path, errors))) {
                errors.duplicate(path.child("matchLabelExpressions"), "");
            }
        }
    }

    /// The term as a map from key to values, so that two terms that mean the same are found.
    private static Map<String, Set<String>> term(JsonObject term, FieldPath path, FieldErrors errors) {
        Map<String, Set<String>> meaning = new TreeMap<>();
        Fields.each(term, "matchLabelExpressions", path, (expression, at) -> {
            String key = expression.textOr("key", "");
            Set<String> values = values(expression, at, errors);
            if (meaning.putIfAbsent(key, values) != null) {
                errors.duplicate(at.child("key"), key);
            }
            Checks.labelKey(key, at.child("key"), errors);
        });
        return meaning;
    }

    private static Set<String> values(JsonObject expression, FieldPath path, FieldErrors errors) {
        List<String> values = Fields.texts(expression, "values");
        if (values.isEmpty()) {
            errors.required(path.child("values"), "");
        }
        Set<String> distinct = new TreeSet<>();
        for (int i = 0; i < values.size(); i++) {
            if (!distinct.add(values.get(i))) {
                errors.duplicate(path.child("values").index(i), values.get(i));
            }
        }
        return distinct;
    }

    /// What volumes were made with does not change.
    @Override
    public void checkUpdate(JsonObject storageClass, JsonObject old, FieldErrors errors) {
        for (String field : List.of("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode")) {
            JsonValue value = storageClass.get(field);
            if (!Objects.equals(value, old.get(field))) {
                Checks.immutable(value, FieldPath.of(field), errors);
            }
        }
    }
}
