package dev.setpoint.machinery.patch;

import dev.setpoint.machinery.json.GoText;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.machinery.schema.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Merges lists of a strategic merge patch: scalars as a set, objects by their merge key.
///
/// Elements of the patch keep its order, elements that only the server has keep the server's, and a server's element
/// goes before the first element of the patch that it preceded on the server:
///
///     present a b c, patch c a x      gives  b c a x
///     present a b,   patch x          gives  x a b
final class MergedList {
    private final String key;
    private final Schema element;

    MergedList(Schema list) {
        this.key = list.merge().patchKey();
        this.element = list.shape() == Shape.LIST ? list.element() : list;
    }

    /// @param deletes the patch lists scalars to remove
    JsonArray merge(JsonArray present, JsonArray patch, boolean deletes) {
        if (present.isEmpty() && patch.isEmpty()) {
            return present;
        }
        if (!holdsObjects(present, patch)) {
            return mergeScalars(present, patch, deletes);
        }
        if (key.isEmpty()) {
            throw Refusal.unclassified("cannot merge lists without merge key for struct");
        }
        List<JsonObject> changes = new ArrayList<>();
        boolean replaces = false;
        for (JsonObject change : patch.objects()) {
            JsonValue directive = change.get(StrategicMerge.DIRECTIVE);
            if (directive == null) {
                changes.add(change);
            } else {
                replaces |= heedDirective(directive, change, present);
            }
        }
        return replaces ? mergeObjects(new JsonArray(), changes) : mergeObjects(present, changes);
    }

    /// Merges, then puts in the given order. One of the two lists may be missing.
    JsonArray mergeInOrder(@Nullable JsonArray present, @Nullable JsonArray patch, JsonArray order) {
        Map<JsonValue, Integer> server = places(present == null ? new JsonArray() : present);
        JsonArray merged = new JsonArray();
        if (present != null) {
            merged = patch == null ? present : merge(present, patch, false);
        } else if (patch != null && StrategicMerge.withoutDirectives(patch) instanceof JsonArray cleaned) {
            merged = cleaned;
        }
        return arrange(merged, places(order), server);
    }

    /// Every element of the patch must occur in the order, and in that order.
    void checkOrder(JsonArray patch, JsonArray order) {
        if (patch.isEmpty() || order.isEmpty()) {
            return;
        }
        int at = 0;
        for (JsonValue each : patch) {
            if (each instanceof JsonObject object && object.has(StrategicMerge.DIRECTIVE)) {
                continue;
            }
            while (at < order.size() && !identity(order.get(at)).equals(identity(each))) {
                at++;
            }
            if (at == order.size()) {
                throw Refusal.unclassified("The order in patch list:\n" + GoText.of(patch)
                        + "\n doesn't match $setElementOrder list:\n" + GoText.of(order) + "\n");
            }
            at++;
        }
    }

    private JsonArray mergeScalars(JsonArray present, JsonArray patch, boolean deletes) {
        if (deletes) {
            present.removeIf(patch::contains);
            return present;
        }
        Set<JsonValue> all = new LinkedHashSet<>();
        present.forEach(all::add);
        patch.forEach(all::add);
        return arrange(array(all), places(patch), places(present));
    }

    /// Whether the directive asks to replace the whole list; what it deletes is removed from `present`.
    private boolean heedDirective(JsonValue directive, JsonObject change, JsonArray present) {
        String text = GoText.of(directive);
        return switch (text) {
            case StrategicMerge.REPLACE -> true;
            case StrategicMerge.DELETE -> {
                JsonValue identity = identity(change);
                present.removeIf(each -> each instanceof JsonObject object && identity.equals(object.get(key)));
                yield false;
            }
            case "merge" -> throw Refusal.unclassified("merging lists cannot yet be specified in the patch");
            default -> throw StrategicMerge.unknownDirective(text, change);
        };
    }

    private JsonArray mergeObjects(JsonArray present, List<JsonObject> changes) {
        Map<JsonValue, Integer> server = places(present);
        Map<JsonValue, Integer> places = new HashMap<>(server);
        for (JsonObject change : changes) {
            JsonValue identity = identity(change);
            Integer place = places.get(identity);
            if (place == null) {
                places.put(identity, present.size());
                present.add(change);
            } else if (present.get(place) instanceof JsonObject object) {
                present.set(place, StrategicMerge.merge(object, change, element));
            }
        }
        return arrange(present, places(array(changes)), server);
    }

    /// Puts a merged list in order: by `wanted` what stands in it, by `before` the rest, one woven into the other.
    private JsonArray arrange(JsonArray merged, Map<JsonValue, Integer> wanted, Map<JsonValue, Integer> before) {
        List<JsonValue> ours = new ArrayList<>();
        List<JsonValue> theirs = new ArrayList<>();
        for (JsonValue each : merged) {
            (wanted.containsKey(identity(each)) ? ours : theirs).add(each);
        }
        ours.sort(Comparator.comparing(each -> wanted.getOrDefault(identity(each), 0)));
        theirs.sort(Comparator.comparing(each -> before.getOrDefault(identity(each), Integer.MAX_VALUE)));
        return weave(theirs, ours, before);
    }

    private JsonArray weave(List<JsonValue> theirs, List<JsonValue> ours, Map<JsonValue, Integer> before) {
        JsonArray woven = new JsonArray();
        int next = 0;
        for (JsonValue our : ours) {
            Integer place = before.get(identity(our));
            while (place != null && next < theirs.size() && precedes(theirs.get(next), place, before)) {
                woven.add(theirs.get(next++));
            }
            woven.add(our);
        }
        theirs.subList(next, theirs.size()).forEach(woven::add);
        return woven;
    }

    private boolean precedes(JsonValue their, int place, Map<JsonValue, Integer> before) {
        Integer theirPlace = before.get(identity(their));
        return theirPlace != null && theirPlace < place;
    }

    /// Where each element stands; of equal ones the first.
    private Map<JsonValue, Integer> places(JsonArray list) {
        Map<JsonValue, Integer> places = HashMap.newHashMap(list.size());
        for (int i = 0; i < list.size(); i++) {
            places.putIfAbsent(identity(list.get(i)), i);
        }
        return places;
    }

    /// What tells an element from others: a scalar itself, an object's merge key.
    private JsonValue identity(JsonValue each) {
        if (key.isEmpty() || !(each instanceof JsonObject object)) {
            return each;
        }
        JsonValue identity = object.get(key);
        if (identity == null) {
            throw Refusal.unclassified("map: " + GoText.of(object) + " does not contain declared merge key: " + key);
        }
        return identity;
    }

    /// All elements must be of one type.
    private static boolean holdsObjects(JsonArray present, JsonArray patch) {
        Set<Class<?>> types = new HashSet<>();
        present.forEach(each -> types.add(each.getClass()));
        patch.forEach(each -> types.add(each.getClass()));
        if (types.contains(JsonArray.class)) {
            throw Refusal.rejected();
        }
        if (types.size() > 1) {
            throw Refusal.unclassified(
                    "list element types are not identical: [" + GoText.of(present) + " " + GoText.of(patch) + "]");
        }
        return types.contains(JsonObject.class);
    }

    private static JsonArray array(Iterable<? extends JsonValue> values) {
        JsonArray array = new JsonArray();
        values.forEach(array::add);
        return array;
    }
}
