package dev.setpoint.apiserver.authz;

import dev.setpoint.apiserver.pipeline.User;
import dev.setpoint.store.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Role-based access control over the roles and bindings in the store.
public final class RbacAuthorizer implements Authorizer {
    /// What the last question in this JVM needed: most worlds are forks of one, with the same roles.
    private static volatile Grants last = Grants.NONE;

    private final Supplier<Snapshot> newest;

    /// What the last question needed; the next one begins there. Racing threads may each make it, to the
    /// same end.
    private volatile Grants grants = last;

    public RbacAuthorizer(Supplier<Snapshot> newest) {
        this.newest = newest;
    }

    @Override
    public Decision decide(Attributes attributes) {
        String namespace = attributes instanceof Attributes.OfResource asked ? asked.namespace() : "";
        Set<String> problems = new LinkedHashSet<>();
        for (Grants.Grant grant : present().of(attributes.user(), namespace)) {
            List<PolicyRule> rules = grant.rules();
            if (rules == null) {
                problems.add(grant.missing());
            } else if (rules.stream().anyMatch(rule -> rule.allows(attributes))) {
                return new Decision.Allowed("RBAC: allowed by " + grant.description());
            }
        }
        return new Decision.NoOpinion(problems.isEmpty() ? "" : "RBAC: " + told(problems));
    }

    /// What a user holds.
    ///
    /// @param problems bindings to roles that are not there
    public record Held(List<PolicyRule> rules, List<String> problems) {}

    /// @param namespace empty for what is held in the whole cluster alone
    public Held held(User user, String namespace) {
        List<PolicyRule> rules = new ArrayList<>();
        Set<String> problems = new LinkedHashSet<>();
        for (Grants.Grant grant : present().of(user, namespace)) {
            List<PolicyRule> granted = grant.rules();
            if (granted == null) {
                problems.add(grant.missing());
            } else {
                rules.addAll(granted);
            }
        }
        return new Held(rules, List.copyOf(problems));
    }

    /// The rules of the role that a binding in this namespace refers to; empty when there is no such role.
    public Optional<List<PolicyRule>> rules(String roleKind, String namespace, String name) {
        return Optional.ofNullable(present().rules(roleKind, namespace, name));
    }

    private Grants present() {
        Grants before = grants;
        Grants now = before.in(newest.get());
        if (!now.equals(before)) {
            grants = now;
            last = now;
        }
        return now;
    }

    private static String told(Set<String> problems) {
        String all = String.join(", ", problems);
        return problems.size() == 1 ? all : "[" + all + "]";
    }
}
