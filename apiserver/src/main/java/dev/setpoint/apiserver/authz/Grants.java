package dev.setpoint.apiserver.authz;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// All bindings of one state, by whom they speak of. Immutable; made anew when a role or a binding has
/// changed, and then only what changed is parsed again.
final class Grants {
    static final Grants NONE = new Grants(List.of(), new HashMap<>(), new HashMap<>());

    private static final String ROLES = "roles.rbac.authorization.k8s.io";
    private static final String CLUSTER_ROLES = "clusterroles.rbac.authorization.k8s.io";
    private static final String BINDINGS = "rolebindings.rbac.authorization.k8s.io";
    private static final String CLUSTER_BINDINGS = "clusterrolebindings.rbac.authorization.k8s.io";
    private static final List<String> RESOURCES = List.of(ROLES, CLUSTER_ROLES, BINDINGS, CLUSTER_BINDINGS);

    /// What was parsed of one object.
    private record Parsed(
            Stored source, List<PolicyRule> rules, List<Subject> subjects, String roleKind, String roleName) {
        /// Whether it is that object with which it was parsed: in another world an equal revision may mean another.
        @SuppressWarnings("ReferenceEquality") // Bytes that nobody changes are the same in every fork.
        boolean isOf(Stored stored) {
            return source.bytes() == stored.bytes();
        }
    }

    /// One binding in the eyes of one of its subjects.
    record Grant(
            Key binding,
            Subject subject,
            String roleKind,
            String roleName,
            @Nullable List<PolicyRule> rules) {
        /// `RoleBinding "b/blue" of Role "r" to User "jane"`
        String description() {
            String name = binding.namespace().isEmpty()
                    ? "ClusterRoleBinding \"" + binding.name()
                    : "RoleBinding \"" + binding.name() + "/" + binding.namespace();
            return name + "\" of " + roleKind + " \"" + roleName + "\" to " + subject.description();
        }

        /// Why there are no rules.
        String missing() {
            return (roleKind.equals("Role") ? "role" : "clusterrole") + ".rbac.authorization.k8s.io \"" + roleName
                    + "\" not found";
        }
    }

    /// @param token by which whoever is meant finds it: the user's name or the group's, told apart
    record Subject(String token, String kind, String shown) {
        static @Nullable Subject of(JsonObject json, String bindingNamespace) {
            String name = json.textOr("name", "");
            String kind = json.textOr("kind", "");
            return switch (kind) {
                case "User" -> new Subject(user(name), kind, name);
                case "Group" -> new Subject(group(name), kind, name);
                case "ServiceAccount" -> {
                    String own = json.textOr("namespace", "");
                    String namespace = own.isEmpty() ? bindingNamespace : own;
                    yield namespace.isEmpty()
                            ? null
                            : new Subject(user(User.serviceAccountName(namespace, name)), kind, name + "/" + namespace);
                }
                default -> null;
            };
        }

        static String user(String name) {
            return "u" + name;
        }

        static String group(String name) {
            return "g" + name;
        }

        String description() {
            return kind + " \"" + shown + "\"";
        }
    }

    private final List<Object> marks;
    private final Map<Key, Parsed> parsed;
    /// By namespace, empty for the whole cluster, then by the subject's token. Only looked up, never walked.
    private final Map<String, Map<String, List<Grant>>> bySubject;

    private Grants(List<Object> marks, Map<Key, Parsed> parsed, Map<String, Map<String, List<Grant>>> bySubject) {
        this.marks = marks;
        this.parsed = parsed;
        this.bySubject = bySubject;
    }

    /// This, or what has become of it.
    Grants in(Snapshot snapshot) {
        List<Object> now = RESOURCES.stream().map(snapshot::mark).toList();
        if (same(now)) {
            return this;
        }
        Map<Key, Parsed> objects = new HashMap<>();
        for (String resource : RESOURCES) {
            Iterator<Stored> all = snapshot.iterate(resource, "");
            while (all.hasNext()) {
                Stored stored = all.next();
                Parsed known = parsed.get(stored.key());
                objects.put(stored.key(), known != null && known.isOf(stored) ? known : parse(stored));
            }
        }
        Map<String, Map<String, List<Grant>>> index = new HashMap<>();
        for (String resource : List.of(CLUSTER_BINDINGS, BINDINGS)) {
            snapshot.iterate(resource, "").forEachRemaining(stored -> add(index, objects, stored.key()));
        }
        return new Grants(now, objects, index);
    }

    @SuppressWarnings("ReferenceEquality") // A mark says nothing but that it is itself.
    private boolean same(List<Object> now) {
        for (int i = 0; i < now.size(); i++) {
            if (marks.isEmpty() || marks.get(i) != now.get(i)) {
                return false;
            }
        }
        return true;
    }

    private static void add(Map<String, Map<String, List<Grant>>> index, Map<Key, Parsed> objects, Key binding) {
        Parsed known = Objects.requireNonNull(objects.get(binding));
        Key role = known.roleKind.equals("Role")
                ? new Key(ROLES, binding.namespace(), known.roleName)
                : new Key(CLUSTER_ROLES, "", known.roleName);
        Parsed rules = objects.get(role);
        Map<String, List<Grant>> here = index.computeIfAbsent(binding.namespace(), _ -> new HashMap<>());
        for (Subject subject : known.subjects) {
            here.computeIfAbsent(subject.token, _ -> new ArrayList<>())
                    .add(new Grant(
                            binding, subject, known.roleKind, known.roleName, rules == null ? null : rules.rules));
        }
    }

    private static Parsed parse(Stored stored) {
        JsonObject object = CompactReader.object(stored.filled());
        List<Subject> subjects = new ArrayList<>();
        JsonArray listed = object.array("subjects");
        if (listed != null) {
            for (JsonObject json : listed.objects()) {
                Subject subject = Subject.of(json, stored.key().namespace());
                if (subject != null) {
                    subjects.add(subject);
                }
            }
        }
        JsonObject role = object.child("roleRef");
        return new Parsed(
                stored, PolicyRule.of(object, "rules"), subjects, role.textOr("kind", ""), role.textOr("name", ""));
    }

    /// Everything granted to a user, in the whole cluster first, then in the namespace if there is one.
    List<Grant> of(User user, String namespace) {
        List<Grant> found = new ArrayList<>();
        collect(user, bySubject.getOrDefault("", Map.of()), found);
        if (!namespace.isEmpty()) {
            collect(user, bySubject.getOrDefault(namespace, Map.of()), found);
        }
        return found;
    }

    private static void collect(User user, Map<String, List<Grant>> from, List<Grant> into) {
        into.addAll(from.getOrDefault(Subject.user(user.name()), List.of()));
        for (String group : user.groups()) {
            into.addAll(from.getOrDefault(Subject.group(group), List.of()));
        }
    }

    /// The rules of a role, null when there is no such role.
    @Nullable
    List<PolicyRule> rules(String kind, String namespace, String name) {
        Parsed found =
                parsed.get(kind.equals("Role") ? new Key(ROLES, namespace, name) : new Key(CLUSTER_ROLES, "", name));
        return found == null ? null : found.rules;
    }
}
