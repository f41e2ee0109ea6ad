package dev.setpoint.apiserver.registry.view;

import dev.setpoint.apiserver.pipeline.Answer;
import dev.setpoint.apiserver.pipeline.Call;
import dev.setpoint.apiserver.pipeline.Representation;
import dev.setpoint.apiserver.registry.catalog.ObjectLayout;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.apiserver.registry.read.Reading;
import dev.setpoint.base.value.Header;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.ApiError;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.machinery.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// Chooses how objects are shown, and wraps them into answers.
public final class Views {
    private final Supplier<Instant> now;

    /// @param now at which tables tell ages
    public Views(Supplier<Instant> now) {
        this.now = now;
    }

    /// The object itself, in the version that was asked for.
    public View object(ServedResource resource) {
        return resource.type().servedAsStored() ? new StoredView(resource) : new ConvertedView(resource);
    }

    /// For a watch: a table view tells its columns only once.
    public View stream(Call call, ServedResource resource) {
        return switch (call.representation()) {
            case OBJECT -> object(resource);
            case TABLE_V1, TABLE_V1BETA1 -> new TableView(table(call, resource), resource);
            case METADATA_V1, METADATA_V1BETA1, METADATA_LIST_V1, METADATA_LIST_V1BETA1 ->
                new MetadataView(metaVersion(call));
        };
    }

    public Answer one(int code, Call call, ServedResource resource, Stored stored, List<String> warnings) {
        return switch (call.representation()) {
            case OBJECT -> new Answer.One(code, object(resource).of(stored), warnings);
            case TABLE_V1, TABLE_V1BETA1 -> {
                JsonObject metadata = listMetadata(stored.revision(), "", OptionalLong.empty());
                yield new Answer.Document(
                        code, table(call, resource).document(List.of(stored).iterator(), metadata), warnings);
            }
            case METADATA_V1, METADATA_V1BETA1 ->
                new Answer.One(code, new MetadataView(metaVersion(call)).of(stored), warnings);
            case METADATA_LIST_V1, METADATA_LIST_V1BETA1 ->
                throw otherForm(
                        "PartialObjectMetadataList",
                        "not a list",
                        resource,
                        resource.kind().kind());
        };
    }

    public Answer list(Call call, ServedResource resource, Reading.Page page) {
        JsonObject metadata = listMetadata(page.revision(), page.continueToken(), page.remaining());
        if (resource.custom() && call.representation() == Representation.OBJECT) {
            metadata.putIfAbsent("continue", JsonValue.of(""));
        }
        return switch (call.representation()) {
            case OBJECT -> objects(resource, page.items(), metadata);
            case TABLE_V1, TABLE_V1BETA1 ->
                new Answer.Document(200, table(call, resource).document(page.items(), metadata), List.of());
            case METADATA_V1, METADATA_V1BETA1 ->
                throw otherForm(
                        "PartialObjectMetadata",
                        "a list",
                        resource,
                        resource.type().listKind());
            case METADATA_LIST_V1, METADATA_LIST_V1BETA1 -> {
                View view = new MetadataView(metaVersion(call));
                yield many(
                        "meta.k8s.io/" + metaVersion(call),
                        "PartialObjectMetadataList",
                        metadata,
                        Reading.map(page.items(), view::of),
                        0);
            }
        };
    }

    /// Kubernetes names the type that its own program holds: `*core.ConfigMapList`.
    private static ApiException otherForm(String asked, String is, ServedResource resource, String kind) {
        String group = resource.type().storageKind().group();
        String holder = group.isEmpty() ? "core" : group.split("\\.", 2)[0];
        return new ApiException(new ApiError.UnknownForm(
                "you requested " + asked + ", but the requested object is " + is + " (*" + holder + "." + kind + ")"));
    }

    private Answer objects(ServedResource resource, Iterator<Stored> items, JsonObject metadata) {
        View view = object(resource);
        String apiVersion = resource.type().groupVersion().toString();
        return many(
                apiVersion,
                resource.type().listKind(),
                metadata,
                Reading.map(items, view::of),
                resource.custom()
                        ? 0
                        : ObjectLayout.typeLength(apiVersion, resource.type().kind()));
    }

    private static Answer many(String apiVersion, String kind, JsonObject metadata, Iterator<Stored> items, int skip) {
        String head = "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion + "\",\"metadata\":"
                + JsonWriter.text(metadata) + ",\"items\":[";
        return new Answer.Many(head.getBytes(StandardCharsets.UTF_8), items, skip, new byte[] {']', '}'}, List.of());
    }

    private Tables table(Call call, ServedResource resource) {
        return Tables.of(call, resource, object(resource), now);
    }

    private static String metaVersion(Call call) {
        Representation representation = call.representation();
        boolean beta = representation == Representation.METADATA_V1BETA1
                || representation == Representation.METADATA_LIST_V1BETA1
                || representation == Representation.TABLE_V1BETA1;
        return beta ? "v1beta1" : "v1";
    }

    static JsonObject listMetadata(long revision, String continueToken, OptionalLong remaining) {
        JsonObject metadata = new JsonObject().put("resourceVersion", Long.toString(revision));
        if (!continueToken.isEmpty()) {
            metadata.put("continue", continueToken);
        }
        remaining.ifPresent(count -> metadata.put("remainingItemCount", count));
        return metadata;
    }

    /// Bytes as they are stored: nothing to do.
    public record StoredView(ServedResource resource) implements View {
        @Override
        public Stored of(Stored stored) {
            return stored;
        }

        @Override
        public Stored bookmark(long revision, boolean initialEventsEnd) {
            return bookmarkOf(
                    resource.type().groupVersion().toString(), resource.type().kind(), revision, initialEventsEnd);
        }
    }

    /// Another version than the stored one.
    private record ConvertedView(ServedResource resource) implements View {
        @Override
        public Stored of(Stored stored) {
            JsonObject converted = resource.conversion().toServed(resource.tree(stored));
            return encoded(
                    resource.type().groupVersion().toString(), resource.type().kind(), converted, stored);
        }

        @Override
        public Stored bookmark(long revision, boolean initialEventsEnd) {
            return new StoredView(resource).bookmark(revision, initialEventsEnd);
        }
    }

    /// `PartialObjectMetadata`.
    private record MetadataView(String version) implements View {
        @Override
        public Stored of(Stored stored) {
            JsonObject whole = CompactReader.object(stored.filled());
            return encoded(
                    "meta.k8s.io/" + version,
                    "PartialObjectMetadata",
                    new JsonObject().put("metadata", whole.child("metadata")),
                    stored);
        }

        @Override
        public Stored bookmark(long revision, boolean initialEventsEnd) {
            return bookmarkOf("meta.k8s.io/" + version, "PartialObjectMetadata", revision, initialEventsEnd);
        }
    }

    /// A table of one row for each event; the columns are told once.
    private static final class TableView implements View {
        private final Tables tables;
        private final ServedResource resource;
        private boolean columnsTold;

        TableView(Tables tables, ServedResource resource) {
            this.tables = tables;
            this.resource = resource;
        }

        @Override
        public Stored of(Stored stored) {
            JsonObject document = tables.document(
                    List.of(stored).iterator(), listMetadata(stored.revision(), "", OptionalLong.empty()));
            return told(document, stored);
        }

        @Override
        public Stored bookmark(long revision, boolean initialEventsEnd) {
            Stored object = bookmarkOf(
                    resource.type().groupVersion().toString(), resource.type().kind(), revision, initialEventsEnd);
            return told(tables.bookmark(object), object);
        }

        private Stored told(JsonObject document, Stored origin) {
            if (columnsTold) {
                document.put("columnDefinitions", JsonValue.JsonNull.NULL);
            }
            columnsTold = true;
            return new Stored(origin.key(), origin.revision(), origin.header(), JsonWriter.bytes(document), -1);
        }
    }

    private static Stored bookmarkOf(String apiVersion, String kind, long revision, boolean initialEventsEnd) {
        JsonObject metadata = new JsonObject();
        if (initialEventsEnd) {
            metadata.put("annotations", new JsonObject().put("k8s.io/initial-events-end", "true"));
        }
        ObjectLayout.Encoded encoded =
                ObjectLayout.encode(apiVersion, kind, new JsonObject().put("metadata", metadata));
        return new Stored(new Key("", "", ""), revision, Header.EMPTY, encoded.bytes(), encoded.hole());
    }

    private static Stored encoded(String apiVersion, String kind, JsonObject object, Stored origin) {
        ObjectLayout.Encoded encoded = ObjectLayout.encode(apiVersion, kind, object);
        return new Stored(origin.key(), origin.revision(), origin.header(), encoded.bytes(), encoded.hole());
    }
}
