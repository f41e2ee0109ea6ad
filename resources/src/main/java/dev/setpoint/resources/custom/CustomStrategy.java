package dev.setpoint.resources.custom;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.strategy.ScaleFields;
import dev.setpoint.resources.strategy.Strategy;
import dev.setpoint.resources.structural.Defaulting;
import dev.setpoint.resources.structural.EmbeddedObjects;
import dev.setpoint.resources.structural.ListTypes;
import dev.setpoint.resources.structural.SchemaValidation;
import dev.setpoint.resources.structural.SimplePath;
import dev.setpoint.resources.structural.Structural;
import dev.setpoint.resources.table.TableForm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rules of one version of a custom resource, all of them from its definition. Trees are in that version.
final class CustomStrategy implements Strategy {
    private final CustomVersion version;
    private final Structural schema;
    private final TableForm table;

    CustomStrategy(CustomVersion version) {
        this.version = version;
        this.schema = version.structural();
        this.table = CustomTable.of(version.json());
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
        Strategy.super.prepareForStatusUpdate(object, old);
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
        return errors;
    }

    @Override
    public List<FieldError> validateUpdate(JsonObject object, JsonObject old) {
        List<FieldError> errors = new ArrayList<>(SchemaValidation.validate("", object, schema, old));
        version.scale().ifPresent(scale -> errors.addAll(ScaleValidation.validate(scale, object)));
        errors.addAll(EmbeddedObjects.validate(object, schema));
        if (ListTypes.validate(old, schema).isEmpty()) {
            errors.addAll(ListTypes.validate(object, schema));
        }
        return errors;
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
        return errors;
    }

    @Override
    public List<String> warnings(JsonObject object) {
        return FinalizerWarnings.of(object, List.of());
    }

    @Override
    public List<String> warningsOnUpdate(JsonObject object, JsonObject old) {
        return FinalizerWarnings.of(object, Fields.texts(old.object("metadata"), "finalizers"));
    }

    /// Of all versions, so that an object can be found in each of them whichever it was written in.
    @Override
    public Map<String, String> selectableFields(JsonObject object) {
        List<SimplePath> paths = version.definition().selectable();
        if (paths.isEmpty()) {
            return Map.of();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (SimplePath path : paths) {
            JsonValue value = path.find(object);
            fields.put(path.toString().substring(1), value == null ? "" : text(value));
        }
        return Collections.unmodifiableMap(fields);
    }

    private static String text(JsonValue value) {
        return value instanceof JsonValue.JsonString(String text) ? text : value.toString();
    }

    @Override
    public Optional<TableForm> table() {
        return Optional.of(table);
    }

    @Override
    public ScaleFields scale() {
        return version.scale().orElse(ScaleFields.WORKLOAD);
    }

    @Override
    public Optional<String> deprecation() {
        return version.deprecationWarning();
    }

    /// Where there is no status subresource, the status is a field like any other.
    @Override
    public boolean changesDesiredState(JsonObject object, JsonObject old) {
        return Fields.differBesides(List.of("metadata"), object, old);
    }

    @Override
    public boolean allowsUnconditionalUpdate() {
        return false;
    }
}
