package dev.setpoint.resources.custom;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.schema.Schema;
import dev.setpoint.resources.ResourceScope;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.Subresource;
import dev.setpoint.resources.strategy.ScaleFields;
import dev.setpoint.resources.strategy.Strategy;
import dev.setpoint.resources.structural.ObjectShape;
import dev.setpoint.resources.structural.SimplePath;
import dev.setpoint.resources.structural.Structural;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One version of a custom resource. What is costly is made when it is first asked for: a definition that nobody uses
/// costs nothing.
public final class CustomVersion {
    /// The version that clients should prefer first.
    public static final Comparator<CustomVersion> BEST_FIRST =
            Comparator.comparing(CustomVersion::name, VersionOrder.BEST_FIRST);

    private static final List<String> VERBS =
            List.of("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch");
    private static final List<String> PART_VERBS = List.of("get", "patch", "update");
    private static final GroupVersionKind SCALE = new GroupVersionKind("autoscaling", "v1", "Scale");

    private final CustomDefinition definition;
    private final JsonObject json;
    private final Structural structural;
    private volatile @Nullable Parts parts;

    /// What is made of the schema.
    private record Parts(ResourceType type, Schema schema, Strategy strategy) {}

    CustomVersion(CustomDefinition definition, JsonObject json) {
        this.definition = definition;
        this.json = json;
        this.structural = json.at("schema", "openAPIV3Schema") instanceof JsonObject schema
                ? Structural.of(schema)
                : Structural.EMPTY;
    }

    public String name() {
        return json.textOr("name", "");
    }

    public boolean served() {
        return json.booleanOr("served", false);
    }

    public boolean deprecated() {
        return json.booleanOr("deprecated", false);
    }

    public CustomDefinition definition() {
        return definition;
    }

    public GroupVersionKind kind() {
        return new GroupVersionKind(definition.group(), name(), definition.kind());
    }

    public Structural structural() {
        return structural;
    }

    public ResourceType type() {
        return parts().type();
    }

    public Schema schema() {
        return parts().schema();
    }

    public Strategy strategy() {
        return parts().strategy();
    }

    /// What a request in this version is told, if it is a deprecated one.
    public Optional<String> deprecationWarning() {
        if (!deprecated()) {
            return Optional.empty();
        }
        String own = json.textOr("deprecationWarning", "");
        if (!own.isEmpty()) {
            return Optional.of(own);
        }
        String prefix = definition.group() + "/";
        String said = prefix + name() + " " + definition.kind() + " is deprecated";
        return Optional.of(definition.versions().stream()
                .filter(version -> version.served() && !version.deprecated())
                .findFirst()
                .map(better -> said + "; use " + prefix + better.name() + " " + definition.kind())
                .orElse(said));
    }

    JsonObject json() {
        return json;
    }

    boolean hasStatus() {
        return json.at("subresources", "status") instanceof JsonObject;
    }

    /// Where the scale is, if there is one.
    Optional<ScaleFields> scale() {
        if (!(json.at("subresources", "scale") instanceof JsonObject scale)) {
            return Optional.empty();
        }
        return Optional.of(new ScaleFields(
                names(scale, "specReplicasPath"),
                names(scale, "statusReplicasPath"),
                names(scale, "labelSelectorPath"),
                true));
    }

    private static List<String> names(JsonObject scale, String field) {
        return SimplePath.parse(scale.textOr(field, ""))
                .filter(SimplePath::plain)
                .map(SimplePath::names)
                .orElse(List.of());
    }

    private Parts parts() {
        Parts known = parts;
        if (known == null) {
            known = new Parts(makeType(), ObjectShape.of(structural), CustomStrategy.of(this));
            parts = known;
        }
        return known;
    }

    private ResourceType makeType() {
        List<Subresource> subresources = new ArrayList<>();
        if (hasStatus()) {
            subresources.add(new Subresource("status", PART_VERBS, kind()));
        }
        if (scale().isPresent()) {
            subresources.add(new Subresource("scale", PART_VERBS, SCALE));
        }
        return new ResourceType(
                new GroupVersionResource(definition.group(), name(), definition.plural()),
                definition.kind(),
                definition.singular(),
                definition.namespaced() ? ResourceScope.NAMESPACED : ResourceScope.CLUSTER,
                definition.shortNames(),
                definition.categories(),
                VERBS,
                subresources,
                definition.storage(),
                definition.listKind());
    }
}
