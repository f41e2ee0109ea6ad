package dev.setpoint.apiserver.discovery;

import dev.setpoint.apiserver.http.Documents;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.openapi.OpenApiV3;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// `/openapi/v3` and the document of each group version below it. Each is made when first asked for and kept.
public final class OpenApiDocuments implements Documents {
    private static final String INDEX = "/openapi/v3";
    private static final String JSON = "application/json";

    private final ResourceTable table;
    private final String serverVersion;
    private final Map<String, Document> made = new ConcurrentHashMap<>();

    /// @param serverVersion a part of every hash: clients fetch again after an upgrade
    public OpenApiDocuments(ResourceTable table, String serverVersion) {
        this.table = table;
        this.serverVersion = serverVersion;
    }

    @Override
    public Optional<Document> find(Query query) {
        String path = query.path();
        if (path.equals(INDEX)) {
            return Optional.of(made.computeIfAbsent(path, _ -> index()));
        }
        if (!path.startsWith(INDEX + "/")) {
            return Optional.empty();
        }
        return groupVersion(path.substring(INDEX.length() + 1))
                .filter(version -> !table.of(version).isEmpty())
                .map(version -> made.computeIfAbsent(path, _ -> document(version)));
    }

    private Document index() {
        byte[] body = JsonWriter.bytes(OpenApiV3.index(table, serverVersion));
        return Document.of("text/plain; charset=utf-8", body);
    }

    private Document document(GroupVersion version) {
        byte[] body = JsonWriter.bytes(OpenApiV3.document(table, version, serverVersion));
        return new Document(200, JSON, body, OpenApiV3.hash(version, serverVersion), Map.of("Vary", "Accept"));
    }

    /// From `api/v1` or `apis/apps/v1`.
    private static Optional<GroupVersion> groupVersion(String path) {
        String[] parts = path.split("/", -1);
        if (parts.length == 2 && parts[0].equals("api")) {
            return Optional.of(new GroupVersion("", parts[1]));
        }
        return parts.length == 3 && parts[0].equals("apis")
                ? Optional.of(new GroupVersion(parts[1], parts[2]))
                : Optional.empty();
    }
}
