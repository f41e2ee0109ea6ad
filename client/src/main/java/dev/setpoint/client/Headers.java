package dev.setpoint.client;

import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Owner;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The headers of objects that come as JSON, for caches and indexes on this side of the wire. They know the fields
/// that loops look for; the server knows more.
public final class Headers {
    private Headers() {}

    /// @param resource `pods`, `deployments.apps`
    public static Header of(String resource, JsonObject object) {
        JsonObject metadata = object.child("metadata");
        Map<String, String> labels = new LinkedHashMap<>();
        JsonObject given = metadata.object("labels");
        if (given != null) {
            given.forEach((name, value) -> labels.put(name, text(value)));
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (String path : selectableFields(resource)) {
            fields.put(path, text(object.at(path.split("\\.", -1))));
        }
        JsonArray finalizers = metadata.array("finalizers");
        return new Header(
                metadata.textOr("uid", ""),
                metadata.integerOr("generation", 0),
                labels,
                fields,
                owners(metadata.array("ownerReferences")),
                finalizers == null ? List.of() : finalizers.texts(),
                metadata.has("deletionTimestamp"));
    }

    private static List<String> selectableFields(String resource) {
        return switch (resource) {
            case "pods" -> List.of("spec.nodeName", "status.phase", "status.podIP");
            case "events" ->
                List.of("involvedObject.kind", "involvedObject.name", "involvedObject.uid", "reason", "type");
            default -> List.of();
        };
    }

    private static List<Owner> owners(@Nullable JsonArray references) {
        List<Owner> owners = new ArrayList<>();
        for (JsonObject reference : references == null ? List.<JsonObject>of() : references.objects()) {
            owners.add(new Owner(
                    reference.textOr("apiVersion", ""),
                    reference.textOr("kind", ""),
                    reference.textOr("name", ""),
                    reference.textOr("uid", ""),
                    reference.booleanOr("controller", false),
                    reference.booleanOr("blockOwnerDeletion", false)));
        }
        return owners;
    }

    private static String text(@Nullable JsonValue value) {
        return value instanceof JsonValue.JsonString(var text) ? text : "";
    }
}
