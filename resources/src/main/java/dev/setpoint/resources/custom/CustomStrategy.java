package dev.setpoint.resources.custom;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Defaults;
import dev.setpoint.resources.strategy.DesiredState;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.KindWarnings;
import dev.setpoint.resources.strategy.Preparation;
import dev.setpoint.resources.strategy.Rules;
import dev.setpoint.resources.strategy.ScaleFields;
import dev.setpoint.resources.strategy.Strategy;
import dev.setpoint.resources.strategy.Traits;
import dev.setpoint.resources.structural.Defaulting;
import dev.setpoint.resources.structural.EmbeddedObjects;
import dev.setpoint.resources.structural.ListTypes;
import dev.setpoint.resources.structural.SchemaRules;
import dev.setpoint.resources.structural.SchemaValidation;
import dev.setpoint.resources.structural.Structural;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The rules of one version of a custom resource, all of them from its definition. Trees are in that version.
final class CustomStrategy implements Defaults, Preparation, DesiredState, Rules, KindWarnings {
    private static final Set<String> BLOCKING = Set.of(
            "FieldValueNotSupported",
            "FieldValueRequired",
            "FieldValueTooLong",
            "FieldValueTooMany",
            "FieldValueTypeInvalid");

    private final CustomVersion version;
    private final Structural schema;
    private volatile @Nullable SchemaRules rules;

    private CustomStrategy(CustomVersion version) {
        this.version = version;
        this.schema = version.structural();
    }

    static Strategy of(CustomVersion version) {
        return Strategy.PLAIN
                .with(new CustomStrategy(version))
                .with(Traits.custom(version.deprecationWarning()))
                .with(version.scale().orElse(ScaleFields.WORKLOAD))
                .with(CustomTable.of(version.json()));
    }

    @Override
    public void applyDefaults(JsonObject object) {
        Defaulting.apply(object, schema);
    }

    @Override
    public void prepareForCreate(JsonObject object) {
        if (version.hasStatus()) {
            object.remove("status");
        }
    }

    @Override
    public void prepareForUpdate(JsonObject object, JsonObject old) {
        if (version.hasStatus()) {
            Fields.keep("status", object, old);
        }
    }

    @Override
    public void prepareForStatusUpdate(JsonObject object, JsonObject old) {
        Preparation.super.prepareForStatusUpdate(object, old);
        JsonValue managers = object.child("metadata").get("managedFields");
        JsonObject metadata = old.child("metadata").copy();
        if (managers == null) {
            metadata.remove("managedFields");
        } else {
            metadata.put("managedFields", managers);
        }
        object.put("metadata", metadata);
    }

    @Override
    public List<FieldError> validate(JsonObject object) {
        List<FieldError> errors = new ArrayList<>(SchemaValidation.validate("", object, schema, null));
        version.scale().ifPresent(scale -> errors.addAll(ScaleValidation.validate(scale, object)));
        errors.addAll(EmbeddedObjects.validate(object, schema));
        errors.addAll(ListTypes.validate(object, schema));
        return withRules(errors, object, null);
    }

    @Override
    public List<FieldError> validateUpdate(JsonObject object, JsonObject old) {
        List<FieldError> errors = new ArrayList<>(SchemaValidation.validate("", object, schema, old));
        version.scale().ifPresent(scale -> errors.addAll(ScaleValidation.validate(scale, object)));
        errors.addAll(EmbeddedObjects.validate(object, schema));
        if (ListTypes.validate(old, schema).isEmpty()) {
            errors.addAll(ListTypes.validate(object, schema));
        }
        return withRules(errors, object, old);
    }

    @Override
    public List<FieldError> validateStatusUpdate(JsonObject object, JsonObject old) {
        List<FieldError> errors = new ArrayList<>();
        JsonValue status = object.get("status");
        Structural statusSchema = schema.properties().get("status");
        if (status != null && statusSchema != null) {
            errors.addAll(SchemaValidation.validate("status", status, statusSchema, old.get("status")));
        }
        version.scale().ifPresent(scale -> errors.addAll(ScaleValidation.validateStatus(scale, object)));
        if (ListTypes.validate(old, schema).isEmpty()) {
            errors.addAll(ListTypes.validate(object, schema));
        }
        return withRules(errors, object, old);
    }

    /// Rules rely on values of the right types: they are not asked about an object that has others.
    private List<FieldError> withRules(List<FieldError> errors, JsonObject object, @Nullable JsonObject old) {
        if (!schema.hasRules()) {
            return errors;
        }
        if (errors.stream().anyMatch(error -> BLOCKING.contains(error.reason()))) {
            errors.add(FieldError.invalid(
                    "<nil>",
                    "null",
                    "some validation rules were not checked because the object was invalid; correct the existing "
                            + "errors to complete validation"));
            return errors;
        }
        JsonObject typed = typed(object);
        errors.addAll(rules().validate(typed, schema, old == null ? null : typed(old)));
        return errors;
    }

    private JsonObject typed(JsonObject object) {
        return object.copy()
                .put("kind", version.kind().kind())
                .put("apiVersion", version.kind().groupVersion().toString());
    }

    /// Two threads may both compile; one of the two stays.
    private SchemaRules rules() {
        SchemaRules known = rules;
        if (known == null) {
            known = version.definition().language().compile(schema);
            rules = known;
        }
        return known;
    }

    @Override
    public List<String> warnings(JsonObject object) {
        return FinalizerWarnings.of(object, List.of());
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject object, JsonObject old) {
        return FinalizerWarnings.of(object, Fields.texts(old.object("metadata"), "finalizers"));
    }

    /// Where there is no status subresource, the status is a field like any other.
    @Override
    public boolean changesDesiredState(JsonObject object, JsonObject old) {
        return Fields.differBesides(List.of("metadata"), object, old);
    }
}
