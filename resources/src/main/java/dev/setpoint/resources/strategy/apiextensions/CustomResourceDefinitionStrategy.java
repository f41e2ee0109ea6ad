package dev.setpoint.resources.strategy.apiextensions;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.FieldErrors;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.Lifecycle;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.Rules;
import dev.setpoint.resources.strategy.apiextensions.DefinitionConditions.Condition;
import dev.setpoint.resources.structural.SchemaRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// CustomResourceDefinitions.
public final class CustomResourceDefinitionStrategy implements Defaults, Preparation, Rules, Lifecycle {
    /// Holds a definition until the last of its objects is gone.
    public static final String CLEANUP = "customresourcecleanup.apiextensions.k8s.io";

    private final SchemaRules.Language language;

    /// @param language of the rules in schemas
    public CustomResourceDefinitionStrategy(SchemaRules.Language language) {
        this.language = language;
    }

    @Override
    public void applyDefaults(JsonObject definition) {
        JsonObject spec = definition.child("spec");
        JsonObject names = spec.child("names");
        String kind = names.textOr("kind", "");
        if (names.textOr("singular", "").isEmpty() && !kind.isEmpty()) {
            names.put("singular", kind.toLowerCase(Locale.ROOT));
        }
        if (names.textOr("listKind", "").isEmpty() && !kind.isEmpty()) {
            names.put("listKind", kind + "List");
        }
        JsonObject conversion = spec.child("conversion");
        if (conversion.textOr("strategy", "").isEmpty()) {
            conversion.put("strategy", "None");
        }
        if (conversion.at("webhook", "clientConfig", "service") instanceof JsonObject service) {
            service.putIfAbsent("port", JsonValue.of(443));
        }
    }

    @Override
    public void prepareForCreate(JsonObject definition) {
        JsonObject status = new JsonObject();
        noteStorageVersion(definition, status);
        definition.put("status", status);
    }

    @Override
    public void prepareForUpdate(JsonObject definition, JsonObject old) {
        Preparation.super.prepareForUpdate(definition, old);
        noteStorageVersion(definition, definition.child("status"));
    }

    @Override
    public void prepareForStatusUpdate(JsonObject definition, JsonObject old) {
        Preparation.super.prepareForStatusUpdate(definition, old);
        Fields.keepMetadata(definition, old);
    }

    /// From now on objects may be kept in this version.
    private static void noteStorageVersion(JsonObject definition, JsonObject status) {
        List<String> stored = new ArrayList<>(Fields.texts(status, "storedVersions"));
        for (JsonObject version : DefinitionSpec.of(definition).versions()) {
            String name = version.textOr("name", "");
            if (version.booleanOr("storage", false) && !stored.contains(name)) {
                stored.add(name);
            }
        }
        if (!stored.isEmpty()) {
            status.put("storedVersions", JsonArray.ofTexts(stored));
        }
    }

    @Override
    public List<FieldError> validate(JsonObject definition) {
        FieldErrors errors = new FieldErrors();
        DefinitionValidation.check(definition, null, language, errors);
        return errors.list();
    }

    @Override
    public List<FieldError> validateUpdate(JsonObject definition, JsonObject old) {
        FieldErrors errors = new FieldErrors();
        DefinitionValidation.check(definition, old, language, errors);
        return errors.list();
    }

    @Override
    public List<FieldError> validateStatusUpdate(JsonObject definition, JsonObject old) {
        FieldErrors errors = new FieldErrors();
        DefinitionValidation.checkStatus(definition, errors);
        return errors.list();
    }

    /// Kubernetes' own deletion of definitions knows no grace period.
    @Override
    public void onDeletionMarked(JsonObject definition) {
        JsonObject metadata = definition.child("metadata");
        metadata.remove("deletionGracePeriodSeconds");
        List<String> finalizers = new ArrayList<>(Fields.texts(metadata, "finalizers"));
        if (!finalizers.contains(CLEANUP)) {
            finalizers.add(CLEANUP);
            metadata.put("finalizers", JsonArray.ofTexts(finalizers));
        }
        DefinitionConditions.set(
                definition,
                new Condition(
                        DefinitionConditions.TERMINATING,
                        "True",
                        "InstanceDeletionPending",
                        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"),
                metadata.textOr("deletionTimestamp", ""));
    }
}
