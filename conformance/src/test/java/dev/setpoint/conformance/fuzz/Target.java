package dev.setpoint.conformance.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An object that only its writer changes: no controller acts on its kind, and no other worker in its namespace.
///
/// @param collection the path without the name
record Target(String collection, String name) {
    private static final Pattern QUIET = Pattern.compile(
            "(/api/v1/namespaces/[^/?]+/(?:configmaps|secrets|podtemplates)"
                    + "|/apis/coordination\\.k8s\\.io/v1/namespaces/[^/?]+/leases"
                    + "|/apis/networking\\.k8s\\.io/v1/namespaces/[^/?]+/(?:networkpolicies|ingresses))(?:/([^/?]+))?(?:\\?.*)?");

    String path() {
        return collection + "/" + name;
    }

    /// What a request is about, when it is one whole object of a quiet kind.
    static Optional<Target> of(Input input) {
        Matcher matcher = QUIET.matcher(input.path());
        if (!matcher.matches() || matcher.group(2) == null || matcher.group(2).equals("kube-root-ca.crt")) {
            return Optional.empty();
        }
        return Optional.of(new Target(matcher.group(1), matcher.group(2)));
    }

    /// What a request made.
    static Optional<Target> created(Input input, JsonNode answer) {
        Matcher matcher = QUIET.matcher(input.path());
        return matcher.matches() && matcher.group(2) == null
                ? Optional.of(new Target(
                        matcher.group(1), answer.path("metadata").path("name").asText()))
                : Optional.empty();
    }
}
