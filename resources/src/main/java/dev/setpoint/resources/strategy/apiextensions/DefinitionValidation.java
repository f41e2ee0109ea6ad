package dev.setpoint.resources.strategy.apiextensions;

import static dev.setpoint.resources.strategy.apiextensions.DefinitionSpec.SPEC;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Checks;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.FieldPath;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Formats;
import dev.setpoint.resources.strategy.Shown;
import dev.setpoint.resources.structural.SchemaRules;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What Kubernetes asks of a definition.
final class DefinitionValidation {
    private static final FieldPath STORED_VERSIONS = FieldPath.of("status").child("storedVersions");
    private static final String MIXED_CASE = "may have mixed case, but should otherwise match: ";

    private final DefinitionSpec spec;
    private final @Nullable DefinitionSpec old;
    private final SchemaRules.Language language;
    private final FieldErrors errors;

    private DefinitionValidation(
            DefinitionSpec spec, @Nullable DefinitionSpec old, SchemaRules.Language language, FieldErrors errors) {
        this.spec = spec;
        this.old = old;
        this.language = language;
        this.errors = errors;
    }

    /// @param old null for a new definition
    /// @param language of the rules in its schemas
    static void check(
            JsonObject definition, @Nullable JsonObject old, SchemaRules.Language language, FieldErrors errors) {
        DefinitionSpec spec = DefinitionSpec.of(definition);
        if (old == null) {
            String name = Fields.text(definition, "metadata", "name");
            if (!name.equals(spec.names().textOr("plural", "") + "." + spec.group())) {
                errors.invalid(
                        FieldPath.of("metadata").child("name"), name, "must be spec.names.plural+\".\"+spec.group");
            }
        }
        new DefinitionValidation(spec, old == null ? null : DefinitionSpec.of(old), language, errors).spec(old);
        if (definition.at("status", "acceptedNames") instanceof JsonObject accepted) {
            names(accepted, FieldPath.of("status").child("acceptedNames"), errors);
        }
        storedVersions(definition, spec, errors);
        Approval.check(definition, old, spec.group(), errors);
        boolean preserved = old != null && DefinitionSpec.of(old).json().booleanOr("preserveUnknownFields", false);
        if (spec.json().booleanOr("preserveUnknownFields", false) && !preserved) {
            errors.invalid(
                    SPEC.child("preserveUnknownFields"),
                    true,
                    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema "
                            + "instead");
        }
    }

    static void checkStatus(JsonObject definition, FieldErrors errors) {
        if (definition.at("status", "acceptedNames") instanceof JsonObject accepted) {
            names(accepted, FieldPath.of("status").child("acceptedNames"), errors);
        }
    }

    private void spec(@Nullable JsonObject oldDefinition) {
        group();
        Checks.requiredOneOf(spec.json(), "scope", List.of("Cluster", "Namespaced"), SPEC, errors);
        for (int i = 0; i < spec.versions().size(); i++) {
            if (DefinitionSpec.schema(spec.versions().get(i)).isEmpty()) {
                errors.required(spec.version(i).child("schema").child("openAPIV3Schema"), "");
            }
        }
        versions();
        for (String field : List.of("plural", "singular", "kind", "listKind")) {
            if (spec.names().textOr(field, "").isEmpty()) {
                errors.required(SPEC.child("names").child(field), "");
            }
        }
        names(spec.names(), SPEC.child("names"), errors);
        shared();
        ConversionChecks.check(spec.json().object("conversion"), SPEC.child("conversion"), errors);
        if (old != null && oldDefinition != null) {
            immutable(old, DefinitionConditions.isTrue(oldDefinition, DefinitionConditions.ESTABLISHED));
        }
    }

    private void group() {
        String group = spec.group();
        List<String> mistakes = Formats.dns1123Subdomain(group);
        if (group.isEmpty()) {
            errors.required(SPEC.child("group"), "");
        } else if (!mistakes.isEmpty()) {
            errors.invalid(SPEC.child("group"), group, String.join(",", mistakes));
        } else if (!group.contains(".")) {
            errors.invalid(SPEC.child("group"), group, "should be a domain with at least one dot");
        }
    }

    private void versions() {
        Set<String> names = new HashSet<>();
        boolean unique = true;
        int stored = 0;
        for (int i = 0; i < spec.versions().size(); i++) {
            JsonObject version = spec.versions().get(i);
            String name = version.textOr("name", "");
            unique &= names.add(name);
            stored += version.booleanOr("storage", false) ? 1 : 0;
            label(spec.version(i).child("name"), name);
            version(i, version);
        }
        if (!unique) {
            errors.invalidShown(SPEC.child("versions"), spec.shownVersions(), "must contain unique version names");
        }
        if (stored != 1) {
            errors.invalidShown(
                    SPEC.child("versions"),
                    spec.shownVersions(),
                    "must have exactly one version marked as storage version");
        }
        if (!spec.versions().isEmpty()) {
            label(SPEC.child("version"), spec.versions().getFirst().textOr("name", ""));
        }
    }

    private void label(FieldPath path, String name) {
        List<String> mistakes = Formats.dns1035Label(name);
        if (!mistakes.isEmpty()) {
            errors.invalid(path, name, String.join(",", mistakes));
        }
    }

    private void version(int index, JsonObject version) {
        FieldPath path = spec.version(index);
        VersionChecks.deprecation(version, path, errors);
        if (!spec.shared("schema")) {
            schema(version, path.child("schema"), DefinitionSpec.hasStatus(version));
        }
        if (!spec.shared("subresources")) {
            VersionChecks.subresources(version.object("subresources"), path.child("subresources"), errors);
        }
        if (!spec.shared("additionalPrinterColumns")) {
            VersionChecks.columns(version, path.child("additionalPrinterColumns"), errors);
        }
        if (!spec.shared("selectableFields")) {
            VersionChecks.selectableFields(version, path.child("selectableFields"), errors);
        }
    }

    /// What all versions have in common.
    private void shared() {
        if (spec.versions().isEmpty()) {
            return;
        }
        JsonObject any = spec.versions().getFirst();
        if (spec.shared("schema")) {
            schema(any, SPEC.child("validation"), spec.versions().stream().anyMatch(DefinitionSpec::hasStatus));
        }
        if (spec.shared("subresources")) {
            VersionChecks.subresources(any.object("subresources"), SPEC.child("subresources"), errors);
        }
        if (spec.shared("additionalPrinterColumns")) {
            VersionChecks.columns(any, SPEC.child("additionalPrinterColumns"), errors);
        }
        if (spec.shared("selectableFields")) {
            VersionChecks.selectableFields(any, SPEC.child("selectableFields"), errors);
        }
    }

    private void schema(JsonObject version, FieldPath path, boolean status) {
        DefinitionSpec.schema(version)
                .ifPresent(
                        schema -> SchemaChecks.check(schema, path.child("openAPIV3Schema"), status, language, errors));
    }

    private static void names(JsonObject names, FieldPath path, FieldErrors errors) {
        for (String field : List.of("plural", "singular")) {
            name(names.textOr(field, ""), path.child(field), "", errors);
        }
        for (String field : List.of("kind", "listKind")) {
            name(names.textOr(field, ""), path.child(field), MIXED_CASE, errors);
        }
        labels(names, "shortNames", path, errors);
        String kind = names.textOr("kind", "");
        if (!kind.isEmpty() && kind.equals(names.textOr("listKind", ""))) {
            errors.invalid(path.child("listKind"), kind, "kind and listKind may not be the same");
        }
        labels(names, "categories", path, errors);
    }

    private static void name(String name, FieldPath path, String intro, FieldErrors errors) {
        List<String> mistakes = Formats.dns1035Label(intro.isEmpty() ? name : name.toLowerCase(Locale.ROOT));
        if (!name.isEmpty() && !mistakes.isEmpty()) {
            errors.invalid(path, name, intro + String.join(",", mistakes));
        }
    }

    private static void labels(JsonObject names, String field, FieldPath path, FieldErrors errors) {
        List<String> texts = Fields.texts(names, field);
        for (int i = 0; i < texts.size(); i++) {
            List<String> mistakes = Formats.dns1035Label(texts.get(i));
            if (!mistakes.isEmpty()) {
                errors.invalid(path.child(field).index(i), texts.get(i), String.join(",", mistakes));
            }
        }
    }

    private static void storedVersions(JsonObject definition, DefinitionSpec spec, FieldErrors errors) {
        JsonObject status = definition.object("status");
        List<String> stored = Fields.texts(status, "storedVersions");
        if (stored.isEmpty()) {
            errors.invalidShown(STORED_VERSIONS, "null", "must have at least one stored version");
            return;
        }
        Set<String> present = new HashSet<>();
        for (JsonObject version : spec.versions()) {
            String name = version.textOr("name", "");
            present.add(name);
            if (version.booleanOr("storage", false) && !stored.contains(name)) {
                errors.invalidShown(STORED_VERSIONS, Shown.texts(stored), "must have the storage version " + name);
            }
        }
        for (int i = 0; i < stored.size(); i++) {
            String name = stored.get(i);
            if (!present.contains(name)) {
                errors.invalid(
                        STORED_VERSIONS.index(i),
                        name,
                        "missing from spec.versions; " + name + " was previously a storage version, and must remain in "
                                + "spec.versions until a storage migration ensures no data remains persisted in " + name
                                + " and removes " + name + " from status.storedVersions");
            }
        }
    }

    private void immutable(DefinitionSpec before, boolean established) {
        if (established) {
            same(spec.json().get("scope"), before.json().get("scope"), SPEC.child("scope"));
            same(
                    spec.names().get("kind"),
                    before.names().get("kind"),
                    SPEC.child("names").child("kind"));
        }
        same(spec.json().get("group"), before.json().get("group"), SPEC.child("group"));
        same(
                spec.names().get("plural"),
                before.names().get("plural"),
                SPEC.child("names").child("plural"));
    }

    private void same(@Nullable JsonValue now, @Nullable JsonValue before, FieldPath path) {
        if (!Optional.ofNullable(now).equals(Optional.ofNullable(before))) {
            Checks.immutable(now, path, errors);
        }
    }
}
