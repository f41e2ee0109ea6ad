package dev.setpoint.controllers.custom;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.Typed;
import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.CompactReader;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.resources.ResourceType;
import dev.setpoint.resources.custom.CustomDefinition;
import dev.setpoint.resources.custom.CustomVersion;
import dev.setpoint.resources.strategy.apiextensions.DefinitionConditions;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Tells of custom resources as they come and go: one version of each that is served.
public final class CustomResources {
    private static final GroupVersionKind DEFINITION =
            new GroupVersionKind("apiextensions.k8s.io", "v1", "CustomResourceDefinition");

    /// Whoever wants to know. Called in the task of the informer of definitions; must not block.
    public interface Listener {
        void served(ResourceType type);

        /// Also when a resource is served in another version from now on; that one follows.
        void gone(ResourceType type);
    }

    private final Listener listener;

    /// By the name of the definition. Touched by the informer's task alone.
    private final Map<String, ResourceType> known = new TreeMap<>();

    private CustomResources(Listener listener) {
        this.listener = listener;
    }

    public static void follow(Loops loops, Listener listener) {
        CustomResources resources = new CustomResources(listener);
        loops.informer(Typed.generic(DEFINITION, "customresourcedefinitions", false))
                .onChange(change -> resources.look(change.object().key().name(), change.after()));
    }

    /// Kind and scope of a resource never change, and nothing else of it matters here.
    private void look(String name, @Nullable Stored definition) {
        ResourceType now = definition == null ? null : type(definition).orElse(null);
        ResourceType before = known.get(name);
        boolean same = before != null && now != null && before.resource().equals(now.resource());
        if (before != null && !same) {
            known.remove(name);
            listener.gone(before);
        }
        if (now != null && !same) {
            known.put(name, now);
            listener.served(now);
        }
    }

    /// The version in which objects are kept, if it is served: it costs no conversion.
    private static Optional<ResourceType> type(Stored stored) {
        JsonObject json = CompactReader.object(stored.filled());
        if (!DefinitionConditions.isTrue(json, DefinitionConditions.ESTABLISHED)) {
            return Optional.empty();
        }
        CustomDefinition definition = CustomDefinition.of(json);
        Optional<CustomVersion> kept = Optional.ofNullable(
                        definition.version(definition.storage().version()))
                .filter(CustomVersion::served);
        return kept.or(() -> definition.versions().stream()
                        .filter(CustomVersion::served)
                        .findFirst())
                .map(CustomVersion::type);
    }
}
