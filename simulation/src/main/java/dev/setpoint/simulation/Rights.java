package dev.setpoint.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Who may do what in a scenario, beside what every cluster grants.
///
/// @param granted to processes, by name: each is a service account of the namespace `default` with these rights alone
/// @param lacking what is taken from the roles that every cluster has
public record Rights(Map<String, List<Right>> granted, List<Lack> lacking) {
    static final Rights USUAL = new Rights(Map.of(), List.of());

    /// As a rule of a role says it.
    ///
    ///     Rights.Right.of("apps", "deployments", "get", "list", "watch", "patch")
    public record Right(List<String> groups, List<String> resources, List<String> verbs) {
        public static Right of(String group, String resource, String... verbs) {
            return new Right(List.of(group), List.of(resource), List.of(verbs));
        }
    }

    /// A verb that a ClusterRole does not grant although it should.
    ///
    /// @param role `system:controller:replicaset-controller`
    /// @param resource as a rule names it: `pods`, `pods/status`
    public record Lack(String role, String verb, String resource) {}

    Rights granting(String process, List<Right> rights) {
        Map<String, List<Right>> more = new LinkedHashMap<>(granted);
        more.put(process, List.copyOf(rights));
        return new Rights(more, lacking);
    }

    Rights lacking(Lack lack) {
        List<Lack> more = new ArrayList<>(lacking);
        more.add(lack);
        return new Rights(granted, more);
    }

    boolean usual() {
        return granted.isEmpty() && lacking.isEmpty();
    }
}
