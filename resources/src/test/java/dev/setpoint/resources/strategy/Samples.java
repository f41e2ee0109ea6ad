package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.structural.SchemaRules;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Objects for tests, written with single quotes.
public final class Samples {
    /// All of them, for tests that look at no rule of a custom resource.
    public static final Strategies STRATEGIES = new Strategies(SchemaRules.Language.NONE);

    private Samples() {}

    public static JsonObject object(String json) {
        return JsonReader.object(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    public static JsonValue value(String json) {
        return JsonReader.value(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    /// As a create leaves it: defaulted and prepared.
    public static JsonObject created(Aspect special, String json) {
        return created(strategy(special), object(json));
    }

    private static JsonObject created(Strategy strategy, JsonObject object) {
        strategy.defaults().applyDefaults(object);
        strategy.preparation().prepareForCreate(object);
        return object;
    }

    /// As a decode leaves it.
    public static JsonObject defaulted(Aspect special, String json) {
        JsonObject object = object(json);
        strategy(special).defaults().applyDefaults(object);
        return object;
    }

    /// As an update leaves it.
    public static JsonObject updated(Aspect special, JsonObject changed, JsonObject old) {
        JsonObject object = changed.copy();
        strategy(special).defaults().applyDefaults(object);
        strategy(special).preparation().prepareForUpdate(object, old);
        return object;
    }

    public static List<String> mistakes(Aspect special, String json) {
        Strategy strategy = strategy(special);
        return texts(strategy.rules().validate(created(strategy, object(json))));
    }

    /// A kind that has this about it.
    public static Strategy strategy(Aspect special) {
        return Strategy.of(Traits.PLAIN, special);
    }

    public static List<String> texts(List<FieldError> errors) {
        return errors.stream().map(FieldError::toString).toList();
    }
}
