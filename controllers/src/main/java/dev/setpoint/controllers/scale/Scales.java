package dev.setpoint.controllers.scale;

import dev.setpoint.client.Body;
import dev.setpoint.client.Client;
import dev.setpoint.client.Target;
import dev.setpoint.client.WriteOptions;
import dev.setpoint.controllers.Authorship;
import dev.setpoint.machinery.api.GroupVersion;
import dev.setpoint.machinery.api.GroupVersionResource;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.cache.Informer;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import java.util.Optional;

/// The `scale` subresource of every kind, built in or custom.
public final class Scales {
    private final Client client;
    private final ResourceTable builtIn;
    private final Informer<CustomResourceDefinition> definitions;

    public Scales(Loops loops, ResourceTable builtIn) {
        this.client = loops.client();
        this.builtIn = builtIn;
        this.definitions = loops.informer(CustomResourceDefinition.class);
    }

    /// Where objects of a kind are served, in whatever version; empty when nobody serves them.
    public Optional<GroupVersionResource> resource(String apiVersion, String kind) {
        String group = GroupVersion.parse(apiVersion).group();
        return builtIn.types().stream()
                .filter(type -> type.resource().group().equals(group)
                        && type.groupVersionKind().kind().equals(kind))
                .map(ResourceType::resource)
                .findFirst()
                .or(() -> custom(group, kind));
    }

    private Optional<GroupVersionResource> custom(String group, String kind) {
        return definitions.all().stream()
                .filter(definition -> definition.getSpec().getGroup().equals(group)
                        && definition.getSpec().getNames().getKind().equals(kind))
                .flatMap(definition -> definition.getSpec().getVersions().stream()
                        .filter(version -> Boolean.TRUE.equals(version.getServed()))
                        .map(CustomResourceDefinitionVersion::getName)
                        .map(version -> new GroupVersionResource(
                                group, version, definition.getSpec().getNames().getPlural())))
                .findFirst();
    }

    /// @throws dev.setpoint.machinery.api.ApiException when there is no such workload, or it has no scale
    public Scale of(GroupVersionResource resource, String namespace, String name) {
        Target target = Target.object(resource, namespace, name).subresource("scale");
        return Scale.of(target, CompactReader.object(client.get(target).filled()));
    }

    /// Refused with `Conflict` when the workload has changed since the scale was read.
    public void set(Scale scale, int replicas) {
        JsonObject metadata = new JsonObject()
                .put("name", scale.target().name())
                .put("namespace", scale.target().namespace())
                .put("resourceVersion", scale.revision());
        JsonObject wanted = new JsonObject()
                .put("kind", "Scale")
                .put("apiVersion", "autoscaling/v1")
                .put("metadata", metadata)
                .put("spec", new JsonObject().put("replicas", replicas));
        client.update(scale.target(), new Body.Tree(wanted), WriteOptions.as(Authorship.NAME));
    }
}
