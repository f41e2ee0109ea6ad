package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.machinery.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A set of places in an object, as a tree of path elements. A place may be in the set, have others below it, or both.
///
///     {"f:spec":{"f:replicas":{},"f:ports":{".":{},"k:{\"port\":80}":{}}}}
///     holds .spec.replicas, .spec.ports and .spec.ports[port=80], but not .spec
///
/// Sets are built with [#insert] by whoever makes them and are not changed afterwards.
public final class FieldSet {
    private static final int MAX_DEPTH = 200;

    private final TreeMap<PathElement, Branch> branches = new TreeMap<>();

    private static final class Branch {
        boolean member;

        @Nullable
        FieldSet below;

        FieldSet open() {
            FieldSet set = below;
            if (set == null) {
                set = new FieldSet();
                below = set;
            }
            return set;
        }

        boolean empty() {
            return !member && (below == null || below.isEmpty());
        }
    }

    /// Puts a place into the set; an empty path is the object itself, which is never owned.
    public void insert(List<PathElement> path) {
        if (path.isEmpty()) {
            return;
        }
        FieldSet set = this;
        for (PathElement step : path.subList(0, path.size() - 1)) {
            set = set.branch(step).open();
        }
        set.branch(path.getLast()).member = true;
    }

    private Branch branch(PathElement step) {
        return branches.computeIfAbsent(step, _ -> new Branch());
    }

    public boolean isEmpty() {
        return branches.values().stream().allMatch(Branch::empty);
    }

    boolean hasMember(PathElement step) {
        Branch branch = branches.get(step);
        return branch != null && branch.member;
    }

    /// What is in the set below a step; empty when nothing is.
    FieldSet below(PathElement step) {
        Branch branch = branches.get(step);
        return branch == null || branch.below == null ? new FieldSet() : branch.below;
    }

    public FieldSet union(FieldSet other) {
        FieldSet result = new FieldSet();
        for (FieldSet set : List.of(this, other)) {
            set.branches.forEach((step, branch) -> {
                Branch into = result.branch(step);
                into.member |= branch.member;
                if (branch.below != null) {
                    into.below = into.below == null ? branch.below : into.below.union(branch.below);
                }
            });
        }
        return result;
    }

    public FieldSet intersection(FieldSet other) {
        FieldSet result = new FieldSet();
        branches.forEach((step, branch) -> {
            Branch theirs = other.branches.get(step);
            if (theirs != null) {
                Branch both = new Branch();
                both.member = branch.member && theirs.member;
                if (branch.below != null && theirs.below != null) {
                    both.below = branch.below.intersection(theirs.below);
                }
                result.keep(step, both);
            }
        });
        return result;
    }

    /// What is here and not there, place by place.
    public FieldSet difference(FieldSet other) {
        FieldSet result = new FieldSet();
        branches.forEach((step, branch) -> {
            Branch theirs = other.branches.get(step);
            Branch rest = new Branch();
            rest.member = branch.member && (theirs == null || !theirs.member);
            if (branch.below != null) {
                rest.below =
                        theirs == null || theirs.below == null ? branch.below : branch.below.difference(theirs.below);
            }
            result.keep(step, rest);
        });
        return result;
    }

    /// The same set, with every struct field that has something in the set below it: `a.b.c` brings `a`, unless `a` is
    /// a key of a map.
    FieldSet withNamedFields(Schema schema) {
        FieldSet result = new FieldSet();
        branches.forEach((step, branch) -> {
            Branch more = new Branch();
            more.member = branch.member;
            if (branch.below != null) {
                more.below = branch.below.withNamedFields(Structure.below(schema, step));
                more.member |= step instanceof PathElement.Name(String name) && Structure.declares(schema, name);
            }
            result.branches.put(step, more);
        });
        return result;
    }

    private void keep(PathElement step, Branch branch) {
        if (!branch.empty()) {
            branches.put(step, branch);
        }
    }

    /// Every place in the set, in order, as Kubernetes writes it: `.spec.ports[port=80]`.
    public List<String> paths() {
        List<String> paths = new ArrayList<>();
        collect("", paths);
        return paths;
    }

    private void collect(String prefix, List<String> into) {
        branches.forEach((step, branch) -> {
            String path = prefix + step;
            if (branch.member) {
                into.add(path);
            }
            if (branch.below != null) {
                branch.below.collect(path, into);
            }
        });
    }

    /// The form in which managed fields carry it.
    public JsonObject toJson() {
        JsonObject json = new JsonObject();
        branches.forEach((step, branch) -> {
            if (branch.empty()) {
                return;
            }
            JsonObject child = branch.below == null ? new JsonObject() : branch.below.toJson();
            if (branch.member && !child.isEmpty()) {
                JsonObject withSelf = new JsonObject().put(".", new JsonObject());
                child.forEach(withSelf::put);
                child = withSelf;
            }
            json.put(step.encode(), child);
        });
        return json;
    }

    /// @throws MalformedJsonException when this is no set of fields
    public static FieldSet parse(JsonObject json) {
        return parse(json, 0);
    }

    private static FieldSet parse(JsonObject json, int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedJsonException("managed fields are nested too deeply");
        }
        FieldSet set = new FieldSet();
        for (Map.Entry<String, JsonValue> entry : json.entries()) {
            if (entry.getKey().equals(".")) {
                continue; // Read by the parent.
            }
            if (!(entry.getValue() instanceof JsonObject child)) {
                throw new MalformedJsonException("expected an object at " + entry.getKey());
            }
            Branch branch = set.branch(PathElement.parse(entry.getKey()));
            branch.member = child.isEmpty() || child.has(".");
            FieldSet below = parse(child, depth + 1);
            branch.below = below.branches.isEmpty() ? null : below;
        }
        return set;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FieldSet that && toJson().equals(that.toJson());
    }

    @Override
    public int hashCode() {
        return toJson().hashCode();
    }

    @Override
    public String toString() {
        return paths().toString();
    }
}
