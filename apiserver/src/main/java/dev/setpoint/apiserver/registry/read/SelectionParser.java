package dev.setpoint.apiserver.registry.read;

import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.selector.FieldSelector;
import dev.setpoint.machinery.selector.LabelSelector;
import dev.setpoint.machinery.selector.MalformedSelectorException;
import java.util.Objects;

/// Reads selectors and refuses fields by which a kind cannot be selected.
public final class SelectionParser {
    private SelectionParser() {}

    public static SelectionPredicate of(ServedResource resource, ListParameters parameters) {
        try {
            LabelSelector labels = LabelSelector.parse(parameters.labelSelector());
            FieldSelector selected = FieldSelector.parse(parameters.fieldSelector());
            return new SelectionPredicate(labels, named(resource, selected));
        } catch (MalformedSelectorException e) {
            throw new ApiException(new ApiError.BadRequest(Objects.requireNonNull(e.getMessage())));
        }
    }

    /// The same conditions on the fields as headers name them: `regarding.name` of an event is its
    /// `involvedObject.name`.
    private static FieldSelector named(ServedResource resource, FieldSelector selected) {
        if (selected.isEverything()) {
            return selected;
        }
        SelectableFields known = resource.selectableFields();
        return selected.renamed(label -> {
            boolean generic = label.equals("metadata.name")
                    || (label.equals("metadata.namespace") && resource.type().namespaced());
            return generic ? label : known.nameOf(label).orElseThrow(() -> unsupported(label, resource, known));
        });
    }

    private static ApiException unsupported(String label, ServedResource resource, SelectableFields known) {
        return new ApiException(new ApiError.BadRequest(
                known.labels().isEmpty() && !resource.custom()
                        ? "\"" + label
                                + "\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                        : "field label not supported: " + label));
    }
}
