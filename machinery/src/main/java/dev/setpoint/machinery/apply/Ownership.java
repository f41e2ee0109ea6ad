package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Canonical;
import dev.setpoint.machinery.schema.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Keeps account of who owns which field while objects change.
///
/// All objects are in one version, without their type; what belongs to the system (name, uid, revision, managed fields)
/// is nobody's and is left out of every account.
public final class Ownership {
    /// Kubernetes keeps so many updaters apart; the oldest are merged into one.
    private static final int MAX_UPDATERS = 10;

    private static final String ANCIENT = "ancient-changes";
    private static final List<String> SYSTEM_METADATA = List.of(
            "name",
            "namespace",
            "creationTimestamp",
            "selfLink",
            "uid",
            "clusterName",
            "generation",
            "managedFields",
            "resourceVersion");

    private static final FieldSet METADATA = FieldSet.of(new PathElement.Name("metadata"));

    private Ownership() {}

    /// After somebody made an object: it owns all that it said.
    ///
    /// @param writer who, without fields; its time is now
    /// @param known where objects that are made from one template, which have one outline, find what they own
    public static List<FieldOwner> create(FieldOwner writer, JsonObject object, Schema schema, KnownFields known) {
        JsonObject accountable = accountable(object);
        FieldSet owned = known.ofNew(Outline.of(accountable, schema), () -> said(accountable, schema));
        return owned.isEmpty() ? List.of() : List.of(writer.owning(owned));
    }

    /// Where an object differs from the empty one of its kind.
    private static FieldSet said(JsonObject accountable, Schema schema) {
        JsonObject object = accountable.copy();
        Canonical.apply(object, schema);
        JsonObject empty = new JsonObject();
        Canonical.apply(empty, schema);
        Comparison change = Comparison.of(accountable(empty), accountable(object), schema);
        return withoutMetadataItself(change.modified().union(change.added()));
    }

    /// After somebody changed an object by whatever means: it owns what it changed, and nobody else does.
    ///
    /// @param writer who, without fields; its time is now
    public static List<FieldOwner> update(
            List<FieldOwner> managers, FieldOwner writer, JsonObject before, JsonObject after, Schema schema) {
        Comparison change = Comparison.of(accountable(before), accountable(after), schema);
        FieldSet taken = change.modified().union(change.added());
        List<FieldOwner> result = new ArrayList<>();
        FieldSet own = FieldSet.EMPTY;
        FieldOwner previous = null;
        for (FieldOwner manager : managers) {
            if (manager.sameOwner(writer)) {
                previous = manager;
                own = own.union(manager.fields());
            } else {
                addUnlessEmpty(
                        result,
                        manager.owning(manager.fields().difference(taken).difference(change.removed())));
            }
        }
        FieldSet owned = withoutMetadataItself(own.difference(change.removed()).union(taken));
        boolean changed = previous == null || !owned.equals(previous.fields()) || !taken.isEmpty();
        FieldOwner entry = previous != null && !changed ? previous : writer;
        addUnlessEmpty(result, entry.owning(owned));
        return capped(result);
    }

    /// @param object what the object is after the apply
    public record Applied(JsonObject object, List<FieldOwner> managers) {}

    /// Lays a declared configuration over an object. Fields that the applier declared before and declares no more go,
    /// unless somebody else owns them.
    ///
    /// @param applier who, without fields; its time is now
    /// @param config the declaration, without its type
    /// @param force take fields that others own
    /// @throws ApplyConflictException when others own what would change, unless forced
    public static Applied apply(
            List<FieldOwner> managers,
            FieldOwner applier,
            JsonObject live,
            JsonObject config,
            Schema schema,
            boolean force) {
        FieldSet last = FieldSet.EMPTY;
        FieldOwner previous = null;
        List<FieldOwner> others = new ArrayList<>();
        for (FieldOwner manager : managers) {
            if (manager.sameOwner(applier)) {
                previous = manager;
                last = manager.fields();
            } else {
                others.add(manager);
            }
        }
        FieldSet declared = withoutMetadataItself(OccupiedFields.of(accountable(config), schema));
        JsonObject merged = Merging.merge(live, config, schema);
        JsonObject object = pruned(merged, last, OccupiedFields.of(config, schema), others, schema);
        Comparison change = Comparison.of(accountable(live), accountable(object), schema);
        FieldSet taken = change.modified().union(change.added());
        refuseConflicts(others, taken, force);
        List<FieldOwner> result = new ArrayList<>();
        for (FieldOwner other : others) {
            addUnlessEmpty(result, other.owning(other.fields().difference(taken).difference(change.removed())));
        }
        boolean objectChanged = !taken.isEmpty() || !change.removed().isEmpty();
        String time = objectChanged ? applier.time() : previous != null && last.equals(declared) ? previous.time() : "";
        addUnlessEmpty(result, applier.owning(declared).at(time));
        return new Applied(object, capped(result));
    }

    private static void refuseConflicts(List<FieldOwner> others, FieldSet taken, boolean force) {
        Map<FieldOwner, FieldSet> conflicts = new LinkedHashMap<>();
        for (FieldOwner other : others) {
            FieldSet contested = other.fields().intersection(taken);
            if (!contested.isEmpty()) {
                conflicts.put(other, contested);
            }
        }
        if (!force && !conflicts.isEmpty()) {
            throw new ApplyConflictException(conflicts);
        }
    }

    /// Takes out what only this applier had declared, and puts back whatever went with it though others own it or
    /// nobody had declared it.
    private static JsonObject pruned(
            JsonObject merged, FieldSet last, FieldSet configured, List<FieldOwner> others, Schema schema) {
        if (last.difference(configured).isEmpty()) { // Nothing that was declared before is missing now.
            return merged;
        }
        FieldSet everything = OccupiedFields.of(merged, schema).withNamedFields(schema);
        FieldSet before = last.withNamedFields(schema);
        FieldSet owned = configured;
        for (FieldOwner other : others) {
            owned = owned.union(other.fields());
        }
        JsonObject bare = Removal.without(merged, before, schema);
        FieldSet orphaned = everything
                .difference(OccupiedFields.of(bare, schema).withNamedFields(schema))
                .difference(owned.withNamedFields(schema));
        JsonObject kept = Removal.without(merged, orphaned, schema);
        FieldSet given = everything
                .difference(OccupiedFields.of(kept, schema).withNamedFields(schema))
                .intersection(before);
        return Removal.without(merged, given, schema);
    }

    /// The object without what nobody owns. Shares everything else with the original.
    private static JsonObject accountable(JsonObject object) {
        JsonObject result = new JsonObject();
        object.forEach((name, value) -> {
            if (name.equals("metadata") && value instanceof JsonObject metadata) {
                JsonObject rest = new JsonObject();
                metadata.forEach((field, part) -> {
                    if (!SYSTEM_METADATA.contains(field)) {
                        rest.put(field, part);
                    }
                });
                result.put(name, rest);
            } else if (!name.equals("kind") && !name.equals("apiVersion")) {
                result.put(name, value);
            }
        });
        return result;
    }

    private static FieldSet withoutMetadataItself(FieldSet set) {
        return set.difference(METADATA);
    }

    private static void addUnlessEmpty(List<FieldOwner> managers, FieldOwner manager) {
        if (!manager.fields().isEmpty()) {
            managers.add(manager);
        }
    }

    /// Appliers first, then updaters by time, the oldest of which are merged when there are too many.
    private static List<FieldOwner> capped(List<FieldOwner> managers) {
        List<FieldOwner> updaters = managers.stream()
                .filter(manager -> manager.operation() == FieldOwner.Operation.UPDATE
                        && manager.subresource().isEmpty())
                .sorted(Comparator.comparing(FieldOwner::time))
                .toList();
        if (updaters.size() <= MAX_UPDATERS) {
            return managers;
        }
        List<FieldOwner> old = updaters.subList(0, updaters.size() - MAX_UPDATERS + 1);
        FieldOwner merged = old.getFirst();
        for (FieldOwner manager : old.subList(1, old.size())) {
            merged = merged.owning(merged.fields().union(manager.fields())).at(manager.time());
        }
        List<FieldOwner> result = new ArrayList<>(managers);
        result.removeAll(old);
        result.add(new FieldOwner(
                ANCIENT,
                FieldOwner.Operation.UPDATE,
                merged.apiVersion(),
                "",
                Objects.requireNonNull(merged.time()),
                merged.fields()));
        return result;
    }
}
