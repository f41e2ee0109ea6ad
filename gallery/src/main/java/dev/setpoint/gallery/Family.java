package dev.setpoint.gallery;

import dev.setpoint.base.value.Stored;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;

/// Parents and children, both ConfigMaps: a parent has a value, and a child should show it.
final class Family {
    static final String NAMESPACE = "default";
    static final String VALUE = "value";
    private static final String ROLE = "role";
    private static final String PARENT = "parent";
    private static final String OF = "of";

    private Family() {}

    static ConfigMap parent(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .addToLabels(ROLE, PARENT)
                .endMetadata()
                .addToData(VALUE, value)
                .build();
    }

    /// A child that nobody owns yet.
    static ConfigMap child(ConfigMap parent) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(childName(name(parent)))
                .addToLabels(OF, name(parent))
                .endMetadata()
                .addToData(VALUE, value(parent))
                .build();
    }

    static String childName(String parent) {
        return parent + "-child";
    }

    static ConfigMap owned(ConfigMap child, ConfigMap parent) {
        return new ConfigMapBuilder(child)
                .editMetadata()
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("ConfigMap")
                        .withName(name(parent))
                        .withUid(parent.getMetadata().getUid())
                        .withController(true)
                        .build())
                .endMetadata()
                .build();
    }

    /// The same child under a name that the server makes up.
    static ConfigMap nameless(ConfigMap child) {
        return new ConfigMapBuilder(child)
                .editMetadata()
                .withName(null)
                .withGenerateName(child.getMetadata().getName() + "-")
                .endMetadata()
                .build();
    }

    static ConfigMap with(ConfigMap map, String field, String text) {
        return new ConfigMapBuilder(map).addToData(field, text).build();
    }

    static ConfigMap annotated(ConfigMap map, String name, String text) {
        return new ConfigMapBuilder(map)
                .editMetadata()
                .addToAnnotations(name, text)
                .endMetadata()
                .build();
    }

    static boolean marked(ConfigMap map, String annotation) {
        return map.getMetadata().getAnnotations().containsKey(annotation);
    }

    static String name(ConfigMap map) {
        return map.getMetadata().getName();
    }

    static String value(ConfigMap map) {
        return field(map, VALUE);
    }

    static String field(ConfigMap map, String name) {
        return map.getData().getOrDefault(name, "");
    }

    static boolean isParent(Stored object) {
        return PARENT.equals(object.header().labels().get(ROLE));
    }

    static boolean isChildOf(Stored object, String parent) {
        return parent.equals(object.header().labels().get(OF));
    }

    /// The parent that a child says it has.
    static ObjectKey parentOf(Stored child) {
        return new ObjectKey(NAMESPACE, child.header().labels().getOrDefault(OF, ""));
    }

    static boolean isChild(Stored object) {
        return object.header().labels().containsKey(OF);
    }

    /// A controller of parents.
    static Controller.Builder<ConfigMap> operator() {
        return Controller.of(ConfigMap.class).named("operator").when(change -> isParent(change.object()));
    }

    static TypedClient<ConfigMap> maps(Loops loops) {
        return loops.informer(ConfigMap.class).typed().over(loops.client()).as("operator");
    }

    /// Creates it, or leaves alone what is there.
    static void ensure(TypedClient<ConfigMap> maps, ConfigMap map) {
        try {
            maps.create(map);
        } catch (ApiException e) {
            if (!e.error().alreadyExists()) {
                throw e;
            }
        }
    }

    /// Deletes it, or is content that it is not there.
    static void remove(TypedClient<ConfigMap> maps, String name) {
        try {
            maps.delete(Scene.key(name), DeleteOptions.DEFAULT);
        } catch (ApiException e) {
            if (!e.error().notFound()) {
                throw e;
            }
        }
    }
}
