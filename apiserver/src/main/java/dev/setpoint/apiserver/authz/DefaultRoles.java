package dev.setpoint.apiserver.authz;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// The roles and bindings that every cluster has, one to a line in `roles.jsonl`.
public final class DefaultRoles {
    private static final String FILE = "roles.jsonl";

    private DefaultRoles() {}

    /// Each with the label and the annotation of Kubernetes' own: it is put right at every start.
    public static List<JsonObject> objects() {
        return lines().map(DefaultRoles::read).toList();
    }

    /// The rules of a ClusterRole as it is shipped, whatever has become of it in the store.
    static List<PolicyRule> rules(String clusterRole) {
        return lines().filter(line -> line.contains(clusterRole)) // To read them all takes its time at each start.
                .map(DefaultRoles::read)
                .filter(role -> role.textOr("kind", "").equals("ClusterRole")
                        && role.child("metadata").textOr("name", "").equals(clusterRole))
                .findFirst()
                .map(role -> PolicyRule.of(role, "rules"))
                .orElseThrow(() -> new IllegalStateException(clusterRole + " is not in " + FILE));
    }

    private static Stream<String> lines() {
        try (InputStream in = DefaultRoles.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonObject read(String line) {
        JsonObject object = JsonReader.object(line.getBytes(StandardCharsets.UTF_8));
        JsonObject metadata = object.child("metadata");
        metadata.child("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
        metadata.child("annotations").put("rbac.authorization.kubernetes.io/autoupdate", "true");
        return object;
    }
}
