package dev.setpoint.apiserver.authz;

import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The roles and bindings that every cluster has, one to a line in `roles.jsonl`.
public final class DefaultRoles {
    private static final String FILE = "roles.jsonl";

    private DefaultRoles() {}

    /// Each with the label and the annotation of Kubernetes' own: it is put right at every start.
    public static List<JsonObject> objects() {
        List<JsonObject> objects = new ArrayList<>();
        try (InputStream in = DefaultRoles.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not in the jar");
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (!line.isEmpty()) {
                    objects.add(marked(JsonReader.object(line.getBytes(StandardCharsets.UTF_8))));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return objects;
    }

    /// The rules of a ClusterRole as it is shipped, whatever has become of it in the store.
    static List<Rule> rules(String clusterRole) {
        return objects().stream()
                .filter(role -> role.textOr("kind", "").equals("ClusterRole")
                        && role.child("metadata").textOr("name", "").equals(clusterRole))
                .findFirst()
                .map(role -> Rule.of(role, "rules"))
                .orElseThrow(() -> new IllegalStateException(clusterRole + " is not in " + FILE));
    }

    private static JsonObject marked(JsonObject object) {
        JsonObject metadata = object.child("metadata");
        metadata.child("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
        metadata.child("annotations").put("rbac.authorization.kubernetes.io/autoupdate", "true");
        return object;
    }
}
