package dev.setpoint.machinery.header;

import dev.setpoint.base.value.FewTexts;
import dev.setpoint.machinery.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The fields beyond name and namespace by which objects of one resource can be selected.
public final class SelectableFields {
    public static final SelectableFields NONE = new SelectableFields(List.of());

    private final SelectableField[] fields;
    private final Set<String> names;
    private final Map<String, String> nameByLabel;

    private SelectableFields(List<SelectableField> fields) {
        Set<String> known = LinkedHashSet.newLinkedHashSet(fields.size());
        Map<String, String> byLabel = LinkedHashMap.newLinkedHashMap(fields.size());
        for (SelectableField field : fields) {
            known.add(field.name());
            if (!field.label().isEmpty()) {
                byLabel.put(field.label(), field.name());
            }
        }
        this.fields = fields.toArray(SelectableField[]::new);
        this.names = Collections.unmodifiableSet(known);
        this.nameByLabel = Collections.unmodifiableMap(byLabel);
    }

    /// Of a built-in resource; none for all others.
    ///
    /// @param resource plural and group of the version in which objects are at hand: `pods`, `replicasets.apps`
    public static SelectableFields of(String resource) {
        return FieldTable.BY_RESOURCE.getOrDefault(resource, NONE);
    }

    /// Of a custom resource, by what its definition says.
    public static SelectableFields of(List<SelectableField> fields) {
        return fields.isEmpty() ? NONE : new SelectableFields(List.copyOf(fields));
    }

    /// The resources that the table knows.
    public static Set<String> resources() {
        return FieldTable.BY_RESOURCE.keySet();
    }

    /// One field.
    ///
    /// @param label what field selectors call it; empty where they cannot
    /// @param name what headers call it
    public record SelectableField(String label, String name, FieldText text) {}

    /// Finds the text of a field, empty where an object has none.
    @FunctionalInterface
    public interface FieldText {
        String of(JsonObject object);
    }

    /// The fields of an object as its header has them: always all, in order, with empty text where it has none.
    public Map<String, String> of(JsonObject object) {
        if (fields.length == 0) {
            return Map.of();
        }
        String[] texts = new String[2 * fields.length];
        for (int i = 0; i < fields.length; i++) {
            texts[2 * i] = fields[i].name();
            texts[2 * i + 1] = fields[i].text().of(object);
        }
        return FewTexts.of(texts);
    }

    /// What headers call them, in order.
    public Set<String> names() {
        return names;
    }

    /// What field selectors call them, in order.
    public Set<String> labels() {
        return nameByLabel.keySet();
    }

    /// What headers call the field that a selector names; empty if objects cannot be selected by it.
    public Optional<String> nameOf(String label) {
        return Optional.ofNullable(nameByLabel.get(label));
    }

    @Override
    public String toString() {
        return new ArrayList<>(names).toString();
    }
}
