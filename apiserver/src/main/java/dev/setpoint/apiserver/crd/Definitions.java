package dev.setpoint.apiserver.crd;

import dev.setpoint.apiserver.crd.rules.CelRules;
import dev.setpoint.apiserver.registry.catalog.DefinedResources;
import dev.setpoint.apiserver.registry.catalog.ServedResource;
import dev.setpoint.base.value.Key;
import dev.setpoint.base.value.Stored;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.custom.CustomDefinition;
import dev.setpoint.resources.custom.CustomVersion;
import dev.setpoint.resources.strategy.apiextensions.DefinitionConditions;
import dev.setpoint.store.Snapshot;
import dev.setpoint.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The definitions in the store, as resources.
///
/// A definition's name is the plural and the group of its resource, so each request finds its own with one look-up.
/// Nothing is followed and nothing can be behind: what the newest snapshot says is served, also right after a start.
public final class Definitions implements DefinedResources {
    /// The first part of the store keys of definitions.
    public static final String RESOURCE = "customresourcedefinitions.apiextensions.k8s.io";

    private final Store store;
    private final Converters converters;
    private final DerivedObjects derived = new DerivedObjects();
    private final Map<String, Definition> known = new ConcurrentHashMap<>();
    private volatile Listed listed = new Listed(this, List.of());

    /// @param converters make what converts between the versions of a definition
    public Definitions(Store store, Converters converters) {
        this.store = store;
        this.converters = converters;
    }

    /// Makes what converts between the versions of a definition.
    @FunctionalInterface
    public interface Converters {
        VersionConverter of(CustomDefinition definition);
    }

    /// What was found in one state of all definitions.
    private record Listed(Object contents, List<ResourceType> types) {}

    @Override
    public @Nullable ServedResource find(GroupVersionResource resource) {
        Key key = new Key(RESOURCE, "", resource.resource() + "." + resource.group());
        Optional<Stored> stored = store.snapshot().find(key);
        if (stored.isEmpty()) {
            known.remove(key.name());
            return null;
        }
        Definition definition = read(stored.get());
        return version(definition, resource).map(definition::served).orElse(null);
    }

    private static Optional<CustomVersion> version(Definition definition, GroupVersionResource resource) {
        return definition.established()
                ? Optional.ofNullable(definition.custom().version(resource.version()))
                        .filter(CustomVersion::served)
                : Optional.empty();
    }

    /// The schema of a resource, where a definition gives it one.
    public Optional<JsonObject> schema(GroupVersionResource resource) {
        return store.snapshot()
                .find(new Key(RESOURCE, "", resource.resource() + "." + resource.group()))
                .flatMap(stored -> version(read(stored), resource))
                .map(version -> version.structural().json());
    }

    @Override
    public List<ResourceType> types() {
        Snapshot snapshot = store.snapshot();
        Object contents = snapshot.mark(RESOURCE);
        Listed last = listed;
        if (!last.contents().equals(contents)) {
            last = new Listed(contents, list(snapshot));
            listed = last;
        }
        return last.types();
    }

    @Override
    public Object contents() {
        return store.snapshot().mark(RESOURCE);
    }

    private List<ResourceType> list(Snapshot snapshot) {
        List<CustomVersion> versions = new ArrayList<>();
        for (Iterator<Stored> all = snapshot.iterate(RESOURCE, ""); all.hasNext(); ) {
            Definition definition = read(all.next());
            if (definition.established()) {
                definition.custom().versions().stream()
                        .filter(CustomVersion::served)
                        .forEach(versions::add);
            }
        }
        versions.sort(Comparator.comparing(
                        (CustomVersion version) -> version.definition().group())
                .thenComparing(CustomVersion.BEST_FIRST)
                .thenComparing(version -> version.definition().plural()));
        return versions.stream().map(CustomVersion::type).toList();
    }

    /// Reads a definition anew only when it is another one, and its schemas only when those may have changed.
    private Definition read(Stored stored) {
        Definition last = known.get(stored.key().name());
        if (last != null
                && last.stored().equals(stored)
                && last.uid().equals(stored.header().uid())) {
            return last;
        }
        JsonObject json = CompactReader.object(stored.filled());
        boolean established = DefinitionConditions.isTrue(json, DefinitionConditions.ESTABLISHED);
        Definition now = last != null && last.describes(stored)
                ? last.with(stored, established)
                : Definition.of(stored, established, CustomDefinition.of(json, CelRules.LANGUAGE), converters, derived);
        known.put(stored.key().name(), now);
        return now;
    }
}
