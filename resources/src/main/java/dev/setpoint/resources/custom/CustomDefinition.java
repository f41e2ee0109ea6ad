package dev.setpoint.resources.custom;

import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.strategy.Fields;
import dev.setpoint.resources.structural.SchemaRules;
import dev.setpoint.resources.structural.SimplePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a definition says, read. The names are those that were accepted.
public final class CustomDefinition {
    private final String group;
    private final JsonObject spec;
    private final JsonObject names;
    private final List<CustomVersion> versions;
    private final GroupVersion storage;
    private final SelectableFields selectable;

    private final SchemaRules.Language language;

    private CustomDefinition(JsonObject definition, SchemaRules.Language language) {
        this.language = language;
        this.spec = Optional.ofNullable(definition.object("spec")).orElseGet(JsonObject::new);
        this.group = spec.textOr("group", "");
        this.names = Optional.ofNullable(spec.object("names")).orElseGet(JsonObject::new);
        List<JsonObject> said = Fields.objects(spec, "versions");
        this.storage = new GroupVersion(
                group,
                said.stream()
                        .filter(version -> version.booleanOr("storage", false))
                        .findFirst()
                        .map(version -> version.textOr("name", ""))
                        .orElse(""));
        Map<String, SimplePath> fields = new TreeMap<>();
        List<CustomVersion> read = new ArrayList<>(said.size());
        for (JsonObject version : said) {
            for (JsonObject field : Fields.objects(version, "selectableFields")) {
                SimplePath.parse(field.textOr("jsonPath", ""))
                        .ifPresent(path -> fields.putIfAbsent(path.toString(), path));
            }
        }
        this.selectable = SelectableFields.of(
                fields.values().stream().map(CustomDefinition::field).toList());
        for (JsonObject version : said) {
            read.add(new CustomVersion(this, version));
        }
        read.sort(CustomVersion.BEST_FIRST);
        this.versions = List.copyOf(read);
    }

    /// For whoever asks for names and versions alone: the strategies of its versions fail when they meet a rule.
    ///
    /// @param definition belongs to the result from now on
    public static CustomDefinition of(JsonObject definition) {
        return of(definition, SchemaRules.Language.NONE);
    }

    /// @param definition belongs to the result from now on
    /// @param language of the rules in its schemas
    public static CustomDefinition of(JsonObject definition, SchemaRules.Language language) {
        return new CustomDefinition(definition, language);
    }

    public String group() {
        return group;
    }

    public String kind() {
        return names.textOr("kind", "");
    }

    public String plural() {
        return names.textOr("plural", "");
    }

    public String singular() {
        return names.textOr("singular", "");
    }

    public String listKind() {
        return names.textOr("listKind", "");
    }

    public List<String> shortNames() {
        return Fields.texts(names, "shortNames");
    }

    public List<String> categories() {
        return Fields.texts(names, "categories");
    }

    public boolean namespaced() {
        return spec.textOr("scope", "").equals("Namespaced");
    }

    /// The version in which objects are kept.
    public GroupVersion storage() {
        return storage;
    }

    /// The one that clients should prefer first.
    public List<CustomVersion> versions() {
        return versions;
    }

    public @Nullable CustomVersion version(String name) {
        for (CustomVersion version : versions) {
            if (version.name().equals(name)) {
                return version;
            }
        }
        return null;
    }

    /// The webhook that converts between versions; null where they differ by name alone.
    public @Nullable JsonObject conversionWebhook() {
        JsonObject conversion = spec.object("conversion");
        return conversion != null && conversion.textOr("strategy", "").equals("Webhook")
                ? conversion.object("webhook")
                : null;
    }

    SchemaRules.Language language() {
        return language;
    }

    /// The fields by which objects can be selected: of all versions, so that an object can be found in each of them
    /// whichever it was written in.
    public SelectableFields selectableFields() {
        return selectable;
    }

    private static SelectableFields.SelectableField field(SimplePath path) {
        String name = path.toString().substring(1);
        return new SelectableFields.SelectableField(name, name, object -> switch (path.find(object)) {
            case null -> "";
            case JsonValue.JsonString(String text) -> text;
            case JsonValue value -> value.toString();
        });
    }
}
