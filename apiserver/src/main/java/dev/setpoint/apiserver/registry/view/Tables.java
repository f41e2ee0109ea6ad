package dev.setpoint.apiserver.registry.view;

import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.table.Column;
import dev.setpoint.resources.table.Columns;
import dev.setpoint.resources.table.Row;
import dev.setpoint.resources.table.RowPrinters;
import dev.setpoint.resources.table.TableForm;
import java.time.Instant;
import java.util.Iterator;
import java.util.function.Supplier;

/// Prints objects as rows of a table: what people see of `kubectl get`.
public final class Tables {
    /// How much of each object goes with its row.
    private enum Include {
        METADATA,
        OBJECT,
        NONE
    }

    private final ServedResource resource;
    private final View objects;
    private final TableForm form;
    private final Supplier<Instant> now;
    private final String version;
    private final Include include;

    private Tables(ServedResource resource, View objects, Supplier<Instant> now, String version, Include include) {
        this.resource = resource;
        this.objects = objects;
        this.form = resource.strategy()
                .table()
                .orElseGet(
                        () -> new TableForm(Columns.of(resource.type().resource()), RowPrinters.of(resource.type())));
        this.now = now;
        this.version = version;
        this.include = include;
    }

    /// @param objects how the objects themselves are shown
    /// @param now at which ages are told
    static Tables of(Call call, ServedResource resource, View objects, Supplier<Instant> now) {
        String word = call.parameter("includeObject");
        Include include = switch (word) {
            case "", "Metadata" -> Include.METADATA;
            case "Object" -> Include.OBJECT;
            case "None" -> Include.NONE;
            default ->
                throw new ApiException(new ApiError.BadRequest(
                        "Unable to convert to Table as requested: includeObject: Invalid value: \"" + word
                                + "\": must be 'Metadata', 'Object', 'None', or empty"));
        };
        String version = call.representation() == Representation.TABLE_V1BETA1 ? "v1beta1" : "v1";
        return new Tables(resource, objects, now, version, include);
    }

    JsonObject document(Iterator<Stored> items, JsonObject listMetadata) {
        JsonArray rows = new JsonArray();
        Instant instant = now.get();
        while (items.hasNext()) {
            rows.add(row(items.next(), instant));
        }
        return table(rows, listMetadata);
    }

    /// A table whose only row tells how far a watch has come.
    JsonObject bookmark(Stored bookmark) {
        JsonObject object = CompactReader.object(bookmark.filled());
        Row printed = form.printer().print(object.copy(), now.get());
        JsonArray rows = JsonArray.of(rowOf(printed, object));
        return table(rows, new JsonObject().put("resourceVersion", Long.toString(bookmark.revision())));
    }

    private JsonObject table(JsonArray rows, JsonObject listMetadata) {
        JsonArray columns = new JsonArray();
        for (Column column : form.columns()) {
            columns.add(column.toJson());
        }
        return new JsonObject()
                .put("kind", "Table")
                .put("apiVersion", "meta.k8s.io/" + version)
                .put("metadata", listMetadata)
                .put("columnDefinitions", columns)
                .put("rows", rows);
    }

    private JsonObject row(Stored stored, Instant instant) {
        JsonObject kept = CompactReader.object((resource.custom() ? objects.of(stored) : stored).filled());
        Row printed = form.printer().print(kept, instant);
        return rowOf(
                printed,
                include == Include.OBJECT
                        ? CompactReader.object(objects.of(stored).filled())
                        : kept);
    }

    private JsonObject rowOf(Row printed, JsonObject object) {
        JsonArray cells = new JsonArray();
        printed.cells().forEach(cells::add);
        JsonObject row = new JsonObject().put("cells", cells);
        if (!printed.conditions().isEmpty()) {
            JsonArray conditions = new JsonArray();
            printed.conditions().forEach(conditions::add);
            row.put("conditions", conditions);
        }
        return row.put("object", included(object));
    }

    private JsonValue included(JsonObject object) {
        return switch (include) {
            case NONE -> JsonValue.JsonNull.NULL;
            case OBJECT -> object;
            case METADATA ->
                new JsonObject()
                        .put("kind", "PartialObjectMetadata")
                        .put("apiVersion", "meta.k8s.io/" + version)
                        .put("metadata", object.child("metadata"));
        };
    }
}
