package dev.setpoint.machinery.header;

import dev.setpoint.base.value.FewTexts;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Owner;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Makes headers.
public final class ObjectHeaders {
    private static final JsonObject NO_METADATA = new JsonObject();

    private ObjectHeaders() {}

    public static Header of(JsonObject object, SelectableFields fields) {
        return of(object, fields, UnaryOperator.identity());
    }

    /// @param shared one of several equal maps of labels, for whoever keeps many headers
    public static Header of(JsonObject object, SelectableFields fields, UnaryOperator<Map<String, String>> shared) {
        JsonObject given = object.object("metadata");
        JsonObject metadata = given == null ? NO_METADATA : given;
        return new Header(
                metadata.textOr("uid", ""),
                metadata.integerOr("generation", 0),
                labels(metadata.object("labels"), shared),
                fields.of(object),
                owners(metadata.array("ownerReferences")),
                texts(metadata.array("finalizers")),
                metadata.has("deletionTimestamp"));
    }

    private static Map<String, String> labels(@Nullable JsonObject labels, UnaryOperator<Map<String, String>> shared) {
        if (labels == null || labels.isEmpty()) {
            return Map.of();
        }
        Map<String, String> sorted = new TreeMap<>();
        labels.forEach((name, value) -> {
            if (value instanceof JsonString text) {
                sorted.put(name, text.value());
            }
        });
        return shared.apply(FewTexts.copyOf(sorted));
    }

    private static List<String> texts(@Nullable JsonArray array) {
        return array == null || array.isEmpty() ? List.of() : List.copyOf(array.texts());
    }

    private static List<Owner> owners(@Nullable JsonArray references) {
        if (references == null || references.isEmpty()) {
            return List.of();
        }
        List<Owner> owners = new ArrayList<>(references.size());
        for (JsonObject reference : references.objects()) {
            owners.add(new Owner(
                    reference.textOr("apiVersion", ""),
                    reference.textOr("kind", ""),
                    reference.textOr("name", ""),
                    reference.textOr("uid", ""),
                    reference.booleanOr("controller", false),
                    reference.booleanOr("blockOwnerDeletion", false)));
        }
        return List.copyOf(owners);
    }
}
