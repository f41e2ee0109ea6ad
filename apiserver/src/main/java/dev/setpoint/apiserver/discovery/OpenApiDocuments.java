package dev.setpoint.apiserver.discovery;

import dev.setpoint.apiserver.discovery.TableDocuments.Made;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.MediaRange;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.openapi.CustomSchemas;
import dev.setpoint.resources.openapi.OpenApiV2;
import dev.setpoint.resources.openapi.OpenApiV3;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// `/openapi/v3` and the document of each group version below it, and the one of `/openapi/v2` for kubectl
/// up to 1.28. Each is made when first asked for and kept.
public final class OpenApiDocuments implements Documents {
    private static final String INDEX = "/openapi/v3";
    private static final String VERSION_2 = "/openapi/v2";
    private static final String JSON = "application/json";

    private final TableDocuments documents;
    private final CustomSchemas custom;
    private final String serverVersion;

    /// @param tables gives the same table while nothing changed
    /// @param custom what definitions say of the kinds in the table
    /// @param serverVersion a part of every hash: clients fetch again after an upgrade
    public OpenApiDocuments(Supplier<ResourceTable> tables, CustomSchemas custom, String serverVersion) {
        this.documents = new TableDocuments(tables);
        this.custom = custom;
        this.serverVersion = serverVersion;
    }

    @Override
    public Optional<Document> find(Query query) {
        String path = query.path();
        if (path.equals(INDEX)) {
            Made made = documents.now();
            return Optional.of(made.of(path, () -> index(made.table())));
        }
        if (path.equals(VERSION_2)) {
            return Optional.of(version2(query));
        }
        if (!path.startsWith(INDEX + "/")) {
            return Optional.empty();
        }
        Made made = documents.now();
        String below = path.substring(INDEX.length() + 1);
        return groupVersion(below)
                .filter(version -> !made.table().of(version).isEmpty())
                .map(version -> made.of(path, () -> document(made.table(), version)))
                .or(() -> root(made.table(), below));
    }

    /// What lies above the versions: short, and seldom asked for.
    private Optional<Document> root(ResourceTable table, String path) {
        return OpenApiV3.rootDocument(table, path, serverVersion)
                .map(json -> new Document(
                        200,
                        JSON,
                        JsonWriter.bytes(json),
                        OpenApiV3.hash(path, serverVersion),
                        Map.of("Vary", "Accept")));
    }

    private Document index(ResourceTable table) {
        byte[] body = JsonWriter.bytes(OpenApiV3.index(table, custom, serverVersion));
        return Document.of("text/plain; charset=utf-8", body);
    }

    private Document version2(Query query) {
        boolean protobuf = query.accepted().stream()
                .map(MediaRange::type)
                .anyMatch(type -> type.equals(OpenApiV2.ACCEPTED_PROTOBUF) || type.equals(OpenApiV2.PROTOBUF));
        Made made = documents.now();
        return made.of(VERSION_2 + " " + protobuf, () -> {
            JsonObject document = OpenApiV2.document(made.table(), custom, serverVersion);
            return protobuf
                    ? Document.of(OpenApiV2.PROTOBUF, OpenApiV2.protobuf(document))
                    : Document.of(JSON, JsonWriter.bytes(document));
        });
    }

    private Document document(ResourceTable table, GroupVersion version) {
        byte[] body = JsonWriter.bytes(OpenApiV3.document(table, custom, version, serverVersion));
        return new Document(
                200, JSON, body, OpenApiV3.hash(table, custom, version, serverVersion), Map.of("Vary", "Accept"));
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
