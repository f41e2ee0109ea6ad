package dev.setpoint.apiserver.discovery;

import dev.setpoint.apiserver.discovery.TableDocuments.Made;
import dev.setpoint.apiserver.pipeline.Documents;
import dev.setpoint.apiserver.pipeline.MediaRange;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonWriter;
import dev.setpoint.resources.ResourceTable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// `/api`, `/apis` and what lies below them. Each document is made when first asked for and kept.
public final class DiscoveryDocuments implements Documents {
    private static final String JSON = "application/json";

    private final TableDocuments documents;

    /// @param tables gives the same table while nothing changed
    public DiscoveryDocuments(Supplier<ResourceTable> tables) {
        this.documents = new TableDocuments(tables);
    }

    @Override
    public Optional<Document> find(Query query) {
        String[] parts = query.path().split("/", -1);
        return switch (parts.length > 1 ? parts[1] : "") {
            case "api" -> core(documents.now(), query, parts);
            case "apis" -> groups(documents.now(), query, parts);
            default -> Optional.empty();
        };
    }

    private static Optional<Document> core(Made made, Query query, String[] parts) {
        return switch (parts.length) {
            case 2 ->
                Optional.of(aggregated(query)
                        .map(version -> aggregatedDocument(
                                made, query, version, () -> AggregatedDiscovery.core(made.table(), version)))
                        .orElseGet(() -> plain(made, query, PlainDiscovery::coreVersions)));
            case 3 -> Optional.of(resources(made, query, new GroupVersion("", parts[2])));
            default -> Optional.empty();
        };
    }

    private static Optional<Document> groups(Made made, Query query, String[] parts) {
        return switch (parts.length) {
            case 2 ->
                Optional.of(aggregated(query)
                        .map(version -> aggregatedDocument(
                                made, query, version, () -> AggregatedDiscovery.groups(made.table(), version)))
                        .orElseGet(() -> plain(made, query, () -> PlainDiscovery.groups(made.table()))));
            case 3 ->
                made.table().groups().contains(parts[2])
                        ? Optional.of(plain(made, query, () -> PlainDiscovery.group(made.table(), parts[2])))
                        : Optional.empty();
            case 4 ->
                made.table().groups().contains(parts[2])
                        ? Optional.of(resources(made, query, new GroupVersion(parts[2], parts[3])))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Document resources(Made made, Query query, GroupVersion version) {
        if (made.table().of(version).isEmpty()) {
            throw new ApiException(new ApiError.NoSuchPath());
        }
        return plain(made, query, () -> PlainDiscovery.resources(made.table(), version));
    }

    /// The version of aggregated discovery that the client likes best, if it likes it better than the plain form.
    private static Optional<String> aggregated(Query query) {
        for (MediaRange range : query.accepted()) {
            boolean group = range.parameter("g").equals("apidiscovery.k8s.io");
            if (group && range.parameter("as").toLowerCase(Locale.ROOT).equals("apigroupdiscoverylist")) {
                String version = range.parameter("v");
                if (version.equals("v2") || version.equals("v2beta1")) {
                    return Optional.of(version);
                }
            } else if (range.covers(JSON) && range.parameter("as").isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static Document aggregatedDocument(Made made, Query query, String version, Supplier<JsonObject> make) {
        String mediaType = JSON + ";g=apidiscovery.k8s.io;v=" + version + ";as=APIGroupDiscoveryList";
        return made.of(query.path() + " " + version, () -> document(mediaType, make.get()));
    }

    private static Document plain(Made made, Query query, Supplier<JsonObject> make) {
        return made.of(query.path(), () -> document(JSON, make.get()));
    }

    private static Document document(String mediaType, JsonObject json) {
        byte[] body = JsonWriter.bytes(json);
        return new Document(200, mediaType, body, etag(body), Map.of("Vary", "Accept"));
    }

    private static String etag(byte[] body) {
        try {
            return HexFormat.of()
                    .withUpperCase()
                    .formatHex(MessageDigest.getInstance("SHA-512").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // Every JDK has it.
        }
    }
}
