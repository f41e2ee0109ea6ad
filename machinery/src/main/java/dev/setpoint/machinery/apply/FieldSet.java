package dev.setpoint.machinery.apply;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.machinery.json.MalformedJsonException;
import dev.setpoint.machinery.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// An unchangeable set of places in an object, as a tree of path elements. A place may be in the set, have others below
/// it, or both.
///
///     {"f:spec":{"f:replicas":{},"f:ports":{".":{},"k:{\"port\":80}":{}}}}
///     holds .spec.replicas, .spec.ports and .spec.ports[port=80], but not .spec
///
/// The branches of a set are in order, so that two sets are combined by walking both once. What two sets have alike
/// below a branch, they share.
public final class FieldSet {
    public static final FieldSet EMPTY = new FieldSet(List.of());

    private static final int MAX_DEPTH = 200;

    /// By step, each step once; every branch has something in the set.
    private final List<Branch> branches;

    /// Its text, once somebody has asked for it, and its hash. Threads that ask at once make the same.
    private byte @Nullable [] json;

    private int hash;

    private FieldSet(List<Branch> branches) {
        this.branches = branches;
    }

    /// @param member whether the place itself is in the set
    private record Branch(PathElement step, boolean member, FieldSet below) {
        boolean isEmpty() {
            return !member && below.isEmpty();
        }

        /// By hand: sets are compared on every write, and what the compiler makes is slow where records nest.
        @Override
        public boolean equals(Object other) {
            return other instanceof Branch that
                    && member == that.member
                    && step.equals(that.step)
                    && below.equals(that.below);
        }

        @Override
        public int hashCode() {
            return 31 * (31 * step.text().hashCode() + below.hashCode()) + (member ? 1 : 0);
        }
    }

    /// Takes the branches of a set in any order.
    static final class Builder {
        private final List<Branch> branches;
        private boolean ordered = true;

        Builder() {
            this(10);
        }

        Builder(int expected) {
            this.branches = new ArrayList<>(expected);
        }

        /// What has nothing in the set is left out; what comes twice is united.
        void add(PathElement step, boolean member, FieldSet below) {
            add(new Branch(step, member, below));
        }

        private void add(Branch branch) {
            if (branch.isEmpty()) {
                return;
            }
            ordered = ordered && (branches.isEmpty() || branches.getLast().step.compareTo(branch.step) < 0);
            branches.add(branch);
        }

        FieldSet build() {
            if (branches.isEmpty()) {
                return EMPTY;
            }
            if (ordered) {
                return new FieldSet(branches);
            }
            branches.sort((one, other) -> one.step.compareTo(other.step));
            return new FieldSet(hasTwins() ? united() : branches);
        }

        private boolean hasTwins() {
            for (int i = 1; i < branches.size(); i++) {
                if (branches.get(i).step.equals(branches.get(i - 1).step)) {
                    return true;
                }
            }
            return false;
        }

        private List<Branch> united() {
            List<Branch> united = new ArrayList<>(branches.size());
            for (Branch branch : branches) {
                if (!united.isEmpty() && united.getLast().step.equals(branch.step)) {
                    united.set(united.size() - 1, both(united.getLast(), branch));
                } else {
                    united.add(branch);
                }
            }
            return united;
        }
    }

    /// The set of one place.
    static FieldSet of(PathElement step) {
        return new FieldSet(List.of(new Branch(step, true, EMPTY)));
    }

    public boolean isEmpty() {
        return branches.isEmpty();
    }

    boolean hasMember(PathElement step) {
        int index = indexOf(step);
        return index >= 0 && branches.get(index).member;
    }

    /// What is in the set below a step; empty when nothing is.
    FieldSet below(PathElement step) {
        int index = indexOf(step);
        return index < 0 ? EMPTY : branches.get(index).below;
    }

    private int indexOf(PathElement step) {
        int from = 0;
        int to = branches.size() - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            int order = branches.get(middle).step.compareTo(step);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                from = middle + 1;
            } else {
                to = middle - 1;
            }
        }
        return -1;
    }

    public FieldSet union(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        Builder result = new Builder(branches.size() + other.branches.size());
        int theirs = 0;
        for (Branch branch : branches) {
            while (theirs < other.branches.size()
                    && other.branches.get(theirs).step.compareTo(branch.step) < 0) {
                result.add(other.branches.get(theirs++));
            }
            boolean shared = theirs < other.branches.size()
                    && other.branches.get(theirs).step.equals(branch.step);
            result.add(shared ? both(branch, other.branches.get(theirs++)) : branch);
        }
        while (theirs < other.branches.size()) {
            result.add(other.branches.get(theirs++));
        }
        return result.build();
    }

    private static Branch both(Branch one, Branch other) {
        return new Branch(one.step, one.member || other.member, one.below.union(other.below));
    }

    public FieldSet intersection(FieldSet other) {
        Builder result = new Builder();
        int theirs = 0;
        for (Branch branch : branches) {
            theirs = other.notBefore(branch.step, theirs);
            if (other.stands(branch.step, theirs)) {
                Branch twin = other.branches.get(theirs);
                result.add(branch.step, branch.member && twin.member, branch.below.intersection(twin.below));
            }
        }
        return result.build();
    }

    /// What is here and not there, place by place.
    public FieldSet difference(FieldSet other) {
        if (isEmpty() || other.isEmpty()) {
            return this;
        }
        Builder result = new Builder(branches.size());
        int theirs = 0;
        for (Branch branch : branches) {
            theirs = other.notBefore(branch.step, theirs);
            if (other.stands(branch.step, theirs)) {
                Branch twin = other.branches.get(theirs);
                result.add(branch.step, branch.member && !twin.member, branch.below.difference(twin.below));
            } else {
                result.add(branch);
            }
        }
        return result.build();
    }

    /// The first place from `from` on at which the step stands, or would stand.
    private int notBefore(PathElement step, int from) {
        int index = from;
        while (index < branches.size() && branches.get(index).step.compareTo(step) < 0) {
            index++;
        }
        return index;
    }

    private boolean stands(PathElement step, int index) {
        return index < branches.size() && branches.get(index).step.equals(step);
    }

    /// The same set, with every struct field that has something in the set below it: `a.b.c` brings `a`, unless `a` is
    /// a key of a map.
    FieldSet withNamedFields(Schema schema) {
        Builder result = new Builder(branches.size());
        for (Branch branch : branches) {
            boolean named = !branch.below.isEmpty()
                    && branch.step instanceof PathElement.Name(String name)
                    && Structure.declares(schema, name);
            FieldSet below = branch.below.withNamedFields(Structure.below(schema, branch.step));
            result.add(branch.step, branch.member || named, below);
        }
        return result.build();
    }

    /// Every place in the set, in order, as Kubernetes writes it: `.spec.ports[port=80]`.
    public List<String> paths() {
        List<String> paths = new ArrayList<>();
        collect("", paths);
        return paths;
    }

    private void collect(String prefix, List<String> into) {
        for (Branch branch : branches) {
            String path = prefix + branch.step;
            if (branch.member) {
                into.add(path);
            }
            branch.below.collect(path, into);
        }
    }

    /// The form in which managed fields carry it.
    public JsonObject toJson() {
        return toJson(FieldSet::write);
    }

    /// @param text of this set, where it has not been made yet
    JsonObject toJson(Function<FieldSet, byte[]> text) {
        byte[] known = json;
        if (known == null) {
            known = text.apply(this);
            json = known;
        }
        return JsonObject.written(known);
    }

    /// Whether the names in its text are, together.
    boolean isShorterThan(int limit) {
        return textLength(limit) <= limit;
    }

    /// Not more than a little beyond the limit.
    private int textLength(int limit) {
        int length = 0;
        for (Branch branch : branches) {
            length += branch.step.text().length() + branch.below.textLength(limit);
            if (length > limit) {
                return length;
            }
        }
        return length;
    }

    byte[] write() {
        try (JsonWriter writer = new JsonWriter()) {
            write(writer, false);
            return writer.written();
        }
    }

    /// @param member whether the place above it is in the set, which shows only where there is something below
    private void write(JsonWriter out, boolean member) {
        out.raw("{");
        if (member && !isEmpty()) {
            out.name(".").raw("{}");
        }
        for (Branch branch : branches) {
            out.name(branch.step.prefix(), branch.step.text());
            branch.below.write(out, branch.member);
        }
        out.raw("}");
    }

    /// @throws MalformedJsonException when this is no set of fields
    public static FieldSet parse(JsonObject json) {
        return parse(json, 0);
    }

    private static FieldSet parse(JsonObject json, int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedJsonException("managed fields are nested too deeply");
        }
        Builder set = new Builder(json.size());
        for (Map.Entry<String, JsonValue> entry : json.entries()) {
            if (entry.getKey().equals(".")) {
                continue; // Read by the parent.
            }
            if (!(entry.getValue() instanceof JsonObject child)) {
                throw new MalformedJsonException("expected an object at " + entry.getKey());
            }
            boolean member = child.isEmpty() || child.has(".");
            set.add(PathElement.parse(entry.getKey()), member, parse(child, depth + 1));
        }
        return set.build();
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof FieldSet that && branches.equals(that.branches));
    }

    @Override
    public int hashCode() {
        if (hash == 0) {
            hash = branches.hashCode();
        }
        return hash;
    }

    @Override
    public String toString() {
        return paths().toString();
    }
}
