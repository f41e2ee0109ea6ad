package dev.setpoint.resources.structural;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One node of a schema, as the author of a definition wrote it. Never changes.
///
///     Structural spec = root.properties().get("spec");
///     spec.type();                                  // "object"
///     spec.properties().get("size").defaultValue(); // 2
///
/// Properties are in the order of their names, which is the order of all errors.
public final class Structural {
    /// The schema that says nothing.
    public static final Structural EMPTY = new Structural(new JsonObject());

    private final JsonObject json;
    private final String type;
    private final Map<String, Structural> properties;
    private final @Nullable Structural items;
    private final @Nullable Structural additional;
    private final boolean additionalAllowed;
    private final List<Structural> allOf;
    private final List<Structural> anyOf;
    private final List<Structural> oneOf;
    private final @Nullable Structural not;
    private final List<Rule> rules;
    private final boolean ruled;
    private final ValueLimits limits;

    private Structural(JsonObject json) {
        this.json = json;
        this.type = json.textOr("type", "");
        this.properties = properties(json.object("properties"));
        this.items = child(json.get("items"));
        this.additional = child(json.get("additionalProperties"));
        this.additionalAllowed = additional != null || json.booleanOr("additionalProperties", false);
        this.allOf = children(json.array("allOf"));
        this.anyOf = children(json.array("anyOf"));
        this.oneOf = children(json.array("oneOf"));
        this.not = child(json.get("not"));
        this.rules = rules(json.array("x-kubernetes-validations"));
        this.ruled = !rules.isEmpty()
                || (items != null && items.ruled)
                || (additional != null && additional.ruled)
                || properties.values().stream().anyMatch(property -> property.ruled);
        this.limits = ValueLimits.of(json);
    }

    /// @param schema belongs to the result from now on
    public static Structural of(JsonObject schema) {
        return new Structural(schema);
    }

    private static Map<String, Structural> properties(@Nullable JsonObject json) {
        if (json == null || json.isEmpty()) {
            return Map.of();
        }
        Map<String, Structural> properties = new TreeMap<>();
        json.forEach((name, schema) -> {
            Structural child = child(schema);
            properties.put(name, child == null ? EMPTY : child);
        });
        return Collections.unmodifiableMap(properties);
    }

    private static @Nullable Structural child(@Nullable JsonValue schema) {
        return schema instanceof JsonObject object ? new Structural(object) : null;
    }

    private static List<Structural> children(@Nullable JsonArray schemas) {
        if (schemas == null) {
            return List.of();
        }
        List<Structural> children = new ArrayList<>(schemas.size());
        schemas.objects().forEach(schema -> children.add(new Structural(schema)));
        return List.copyOf(children);
    }

    private static List<Rule> rules(@Nullable JsonArray array) {
        if (array == null) {
            return List.of();
        }
        List<Rule> rules = new ArrayList<>(array.size());
        array.objects().forEach(rule -> rules.add(Rule.of(rule)));
        return List.copyOf(rules);
    }

    /// As it was written. Not to be changed.
    public JsonObject json() {
        return json;
    }

    /// `object`, `array`, `string`, `integer`, `number`, `boolean`, or empty.
    public String type() {
        return type;
    }

    public String format() {
        return json.textOr("format", "");
    }

    public boolean nullable() {
        return json.booleanOr("nullable", false);
    }

    public @Nullable JsonValue defaultValue() {
        return json.get("default");
    }

    public boolean intOrString() {
        return json.booleanOr("x-kubernetes-int-or-string", false);
    }

    public boolean preservesUnknown() {
        return json.booleanOr("x-kubernetes-preserve-unknown-fields", false);
    }

    /// Whether the value is an object of some kind, with metadata of its own.
    public boolean embedded() {
        return json.booleanOr("x-kubernetes-embedded-resource", false);
    }

    /// `atomic`, `set`, `map`, or empty.
    public String listType() {
        return json.textOr("x-kubernetes-list-type", "");
    }

    public List<String> listMapKeys() {
        return texts("x-kubernetes-list-map-keys");
    }

    /// `atomic`, `granular`, or empty.
    public String mapType() {
        return json.textOr("x-kubernetes-map-type", "");
    }

    public List<String> required() {
        return texts("required");
    }

    public Map<String, Structural> properties() {
        return properties;
    }

    public @Nullable Structural items() {
        return items;
    }

    /// What the values of a map look like; null where anything may stand, or nothing.
    public @Nullable Structural additional() {
        return additional;
    }

    /// Whether keys other than the properties may stand.
    public boolean additionalAllowed() {
        return additionalAllowed;
    }

    /// The schema of what stands under a name; null if there is none.
    public @Nullable Structural below(String name) {
        Structural property = properties.get(name);
        return property == null ? additional : property;
    }

    public List<Structural> allOf() {
        return allOf;
    }

    public List<Structural> anyOf() {
        return anyOf;
    }

    public List<Structural> oneOf() {
        return oneOf;
    }

    public @Nullable Structural not() {
        return not;
    }

    public List<Rule> rules() {
        return rules;
    }

    /// A rule as it was written, in JSON.
    public String ruleText(int index) {
        JsonArray all = json.array("x-kubernetes-validations");
        return all == null ? "" : all.get(index).toString();
    }

    /// Whether rules stand here or anywhere below.
    public boolean hasRules() {
        return ruled;
    }

    ValueLimits limits() {
        return limits;
    }

    private List<String> texts(String field) {
        JsonArray array = json.array(field);
        return array == null ? List.of() : array.texts();
    }

    @Override
    public String toString() {
        return json.toString();
    }
}
