package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonValue.JsonNull;
import dev.setpoint.machinery.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/// A document while the operations of a JSON patch are applied to it. The first that does not apply refuses all.
final class PatchedDocument {
    /// Copies may make a document grow by this much; each could otherwise double it.
    static final long MAX_COPIED_BYTES = 3 * 1024 * 1024;

    private JsonValue root;
    private long copiedBytes;

    PatchedDocument(JsonObject root) {
        this.root = root;
    }

    JsonObject object() {
        if (root instanceof JsonObject object) {
            return object;
        }
        throw Refusal.rejected();
    }

    void apply(JsonPatch.Operation operation) {
        switch (operation.kind()) {
            case "add" -> add(operation.path(), operation.value().copy());
            case "remove" -> remove(operation.path());
            case "replace" -> replace(operation.path(), operation.value().copy());
            case "move" -> {
                JsonValue moved = orNull(get(operation.from()));
                remove(operation.from());
                add(operation.path(), read(JsonWriter.bytes(moved)));
            }
            case "copy" -> copy(operation);
            case "test" -> test(operation);
            default -> throw Refusal.rejected();
        }
    }

    private void copy(JsonPatch.Operation operation) {
        byte[] copied = JsonWriter.bytes(orNull(get(operation.from())));
        copiedBytes += copied.length;
        if (copiedBytes > MAX_COPIED_BYTES) {
            throw Refusal.rejected();
        }
        add(operation.path(), read(copied));
    }

    /// What is still text in the document was found right for the place where it stands, not for another.
    private static JsonValue read(byte[] json) {
        return JsonReader.parse(json).value();
    }

    private void test(JsonPatch.Operation operation) {
        JsonValue present = operation.path().text().isEmpty() ? root : orNull(get(operation.path()));
        if (!present.equals(operation.value())) {
            throw Refusal.rejected();
        }
    }

    private void add(Pointer path, JsonValue value) {
        switch (parent(path)) {
            case JsonObject object -> object.put(path.last(), value);
            case JsonArray array -> {
                if (path.last().equals("-")) {
                    array.add(value);
                } else {
                    array.insert(index(path.last(), array.size() + 1), value);
                }
            }
            default -> throw Refusal.rejected();
        }
    }

    private void remove(Pointer path) {
        switch (parent(path)) {
            case JsonObject object -> {
                if (object.remove(path.last()) == null) {
                    throw Refusal.rejected();
                }
            }
            case JsonArray array -> array.remove(index(path.last(), array.size()));
            default -> throw Refusal.rejected();
        }
    }

    private void replace(Pointer path, JsonValue value) {
        if (path.text().isEmpty()) {
            root = value;
            return;
        }
        switch (parent(path)) {
            case JsonObject object -> object.put(path.last(), value);
            case JsonArray array -> array.set(index(path.last(), array.size()), value);
            default -> throw Refusal.rejected();
        }
    }

    private @Nullable JsonValue get(Pointer path) {
        return child(parent(path), path.last());
    }

    private JsonValue parent(Pointer path) {
        if (path.steps().isEmpty()) {
            throw Refusal.rejected();
        }
        JsonValue at = root;
        for (String step : path.steps().subList(0, path.steps().size() - 1)) {
            at = orNull(child(at, step));
        }
        return at;
    }

    private static @Nullable JsonValue child(JsonValue parent, String step) {
        return switch (parent) {
            case JsonObject object -> object.get(step);
            case JsonArray array -> array.get(index(step, array.size()));
            default -> throw Refusal.rejected();
        };
    }

    /// A position in 0..size-1; negative ones count from the end.
    private static int index(String step, int size) {
        int index;
        try {
            index = Integer.parseInt(step);
        } catch (NumberFormatException e) {
            throw Refusal.rejected();
        }
        int position = index < 0 ? index + size : index;
        if (position < 0 || position >= size) {
            throw Refusal.rejected();
        }
        return position;
    }

    private static JsonValue orNull(@Nullable JsonValue value) {
        return value == null ? JsonNull.NULL : value;
    }
}
