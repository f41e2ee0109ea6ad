package dev.setpoint.resources.openapi;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import java.util.List;

/// The query and path parameters of operations.
final class OperationParameters {
    private static final List<JsonObject> SELECTION = List.of(
            query("continue", "string", "Where a list that was cut off by limit goes on, as the server said."),
            query("fieldSelector", "string", "Restricts the answer to objects with these values of fields."),
            query("labelSelector", "string", "Restricts the answer to objects with these labels."),
            query("limit", "integer", "The most objects to answer at once; the rest follows with continue."),
            query("resourceVersion", "string", "The version of the collection that is asked for."),
            query("resourceVersionMatch", "string", "Whether that version is meant Exact or NotOlderThan."),
            query("sendInitialEvents", "boolean", "Whether a watch begins with the objects that exist already."),
            query("timeoutSeconds", "integer", "How long the request may last, whatever happens."));
    private static final List<JsonObject> WATCHING = List.of(
            query("allowWatchBookmarks", "boolean", "Whether a watch may hold events that only tell the version."),
            query("watch", "boolean", "Whether to answer changes as they happen instead of the present state."));
    private static final List<JsonObject> WRITING = List.of(
            query("dryRun", "string", "With All, everything happens but the write itself."),
            query("fieldManager", "string", "Who is writing: the name under which fields are owned."),
            query(
                    "fieldValidation",
                    "string",
                    "What becomes of unknown and duplicate fields: Ignore, Warn, or Strict, which refuses them."));
    private static final List<JsonObject> DELETING = List.of(
            query("dryRun", "string", "With All, everything happens but the write itself."),
            query("gracePeriodSeconds", "integer", "How long the object may take to end; zero ends it at once."),
            query(
                    "ignoreStoreReadErrorWithClusterBreakingPotential",
                    "boolean",
                    "Deletes what can no longer be decoded, past finalizers and preconditions."),
            query("orphanDependents", "boolean", "Whether dependents stay. Superseded by propagationPolicy."),
            query(
                    "propagationPolicy",
                    "string",
                    "What becomes of dependents: Orphan leaves them, Background deletes them later, Foreground before."));

    private OperationParameters() {}

    static JsonArray ofPath(String kind, boolean namespaced, boolean named) {
        JsonArray parameters = new JsonArray();
        if (named) {
            parameters.add(path("name", "name of the " + kind));
        }
        if (namespaced) {
            parameters.add(path("namespace", "object name and auth scope, such as for teams and projects"));
        }
        return parameters.add(query("pretty", "string", "Whether the answer is indented for people."));
    }

    static JsonArray ofList() {
        return array(SELECTION, WATCHING);
    }

    static JsonArray ofWrite() {
        return array(WRITING);
    }

    static JsonArray ofPatch() {
        return array(WRITING).add(query("force", "boolean", "Whether an apply takes over fields that others own."));
    }

    static JsonArray ofDelete() {
        return array(DELETING);
    }

    static JsonArray ofDeleteCollection() {
        return array(SELECTION, DELETING);
    }

    @SafeVarargs
    private static JsonArray array(List<JsonObject>... groups) {
        JsonArray array = new JsonArray();
        for (List<JsonObject> group : groups) {
            group.forEach(parameter -> array.add(parameter.copy()));
        }
        return array;
    }

    private static JsonObject path(String name, String description) {
        return parameter("path", name, "string", description).put("required", true);
    }

    private static JsonObject query(String name, String type, String description) {
        return parameter("query", name, type, description);
    }

    private static JsonObject parameter(String in, String name, String type, String description) {
        return new JsonObject()
                .put("name", name)
                .put("in", in)
                .put("description", description)
                .put("schema", new JsonObject().put("type", type).put("uniqueItems", true));
    }
}
