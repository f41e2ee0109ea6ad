package dev.setpoint.apiserver.registry.read;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.selector.FieldSelector;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/// Reads selectors and refuses fields by which a kind cannot be selected.
public final class SelectionParser {
    /// The selectable fields of each resource, in order; a strategy tells them for any object, even an empty one.
    private final Map<String, Map<String, String>> fields = new ConcurrentHashMap<>();

    public SelectionPredicate of(ServedResource resource, ListParameters parameters) {
        try {
            LabelSelector labels = LabelSelector.parse(parameters.labelSelector());
            FieldSelector selected = FieldSelector.parse(parameters.fieldSelector());
            check(resource, selected);
            return new SelectionPredicate(labels, selected);
        } catch (MalformedSelectorException e) {
            throw new ApiException(new ApiError.BadRequest(Objects.requireNonNull(e.getMessage())));
        }
    }

    private void check(ServedResource resource, FieldSelector selected) {
        Map<String, String> known = resource.custom()
                ? resource.strategy().selectableFields(new JsonObject())
                : fields.computeIfAbsent(
                        resource.storageName(), _ -> resource.strategy().selectableFields(new JsonObject()));
        for (FieldSelector.Term term : selected.terms()) {
            String field = term.field();
            boolean generic = field.equals("metadata.name")
                    || (field.equals("metadata.namespace") && resource.type().namespaced());
            if (!generic && !known.containsKey(field)) {
                throw new ApiException(new ApiError.BadRequest(
                        known.isEmpty() && !resource.custom()
                                ? "\"" + field
                                        + "\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                                : "field label not supported: " + field));
            }
        }
    }
}
