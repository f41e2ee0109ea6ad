package dev.setpoint.gallery;

import static dev.setpoint.gallery.Family.child;
import static dev.setpoint.gallery.Family.childName;
import static dev.setpoint.gallery.Family.ensure;
import static dev.setpoint.gallery.Family.isChild;
import static dev.setpoint.gallery.Family.maps;
import static dev.setpoint.gallery.Family.name;
import static dev.setpoint.gallery.Family.operator;
import static dev.setpoint.gallery.Family.owned;

import dev.setpoint.base.TaskKind;
import dev.setpoint.client.DeleteOptions;
import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Loops;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Controllers that leave something behind.
final class Careless {
    private static final String FINALIZER = "example.com/child";
    private static final String FOREIGN = "example.com/foreign";

    private Careless() {}

    static List<Exhibit> all() {
        return List.of(orphan(), earlyFinalizer(), stuckFinalizer(), missedDeletion(), foreignFinalizer());
    }

    private static Exhibit orphan() {
        return Exhibit.of(
                "orphan",
                Exhibit.LEAKS_NOTHING,
                "creates a child and then makes itself its owner: after a crash in between nobody owns it",
                Scene.life(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    TypedClient<ConfigMap> maps = context.client(ConfigMap.class);
                    if (maps.find(Scene.key(childName(name(parent)))).isPresent()) {
                        return Outcome.DONE;
                    }
                    if (variant.defective()) {
                        maps.update(owned(maps.create(child(parent)), parent));
                    } else {
                        maps.create(owned(child(parent), parent));
                    }
                    return Outcome.DONE;
                }));
    }

    /// The child belongs to nobody, as something outside of the cluster would: only its finalizer tells of it.
    private static Exhibit earlyFinalizer() {
        return Exhibit.of(
                "early-finalizer",
                Exhibit.LEAKS_NOTHING,
                "lets the parent go before it has cleaned up: after a crash in between nobody does",
                Scene.life(),
                (variant, loops) -> operator().reconcile(key -> {
                    Optional<ConfigMap> parent = maps(loops).find(key);
                    if (parent.isEmpty()) {
                        return Outcome.DONE;
                    }
                    if (!deleting(parent.get())) {
                        ConfigMap kept = keep(loops, parent.get());
                        ensure(maps(loops), child(kept));
                        return Outcome.DONE;
                    }
                    if (variant.defective()) {
                        release(loops, parent.get(), FINALIZER);
                        deleteChild(loops, name(parent.get()));
                    } else {
                        deleteChild(loops, name(parent.get()));
                        release(loops, parent.get(), FINALIZER);
                    }
                    return Outcome.DONE;
                }));
    }

    private static Exhibit stuckFinalizer() {
        return Exhibit.of(
                "stuck-finalizer",
                Exhibit.LEAKS_NOTHING,
                "takes it for an error that what it deletes is gone already, and never lets the parent go",
                Scene.life(),
                (variant, loops) -> operator()
                        .finalizer(FINALIZER, (parent, context) -> {
                            if (variant.defective()) {
                                context.client(ConfigMap.class)
                                        .delete(Scene.key(childName(name(parent))), DeleteOptions.DEFAULT);
                            } else {
                                deleteChild(loops, name(parent));
                            }
                            return Outcome.DONE;
                        })
                        .reconcile((parent, context) -> {
                            ensure(context.client(ConfigMap.class), child(parent));
                            return Outcome.DONE;
                        }));
    }

    private static Exhibit missedDeletion() {
        return Exhibit.of(
                "missed-deletion",
                Exhibit.LEAKS_NOTHING,
                "cleans up when it hears of a deletion: what is deleted while it is away it never cleans up",
                Scene.begin()
                        .create("a", "1")
                        .create("b", "1")
                        .settle()
                        .change("a", "2")
                        .delete("b")
                        .settle(),
                (variant, loops) -> {
                    if (variant.defective()) {
                        loops.informer(ConfigMap.class).onChange(change -> {
                            if (change.deleted() && Family.isParent(change.object())) {
                                String parent = change.key().name();
                                loops.env().start("cleanup", TaskKind.LIGHT, () -> insist(loops, parent));
                            }
                        });
                    }
                    return childless(variant).reconcile(key -> {
                        Optional<ConfigMap> parent = maps(loops).find(key);
                        if (parent.isPresent()) {
                            show(loops, parent.get());
                        } else if (!variant.defective()) {
                            deleteChild(loops, key.name());
                        }
                        return Outcome.DONE;
                    });
                });
    }

    /// Tries as long as it lives: what fails is not its defect.
    private static void insist(Loops loops, String parent) {
        while (true) {
            try {
                deleteChild(loops, parent);
                return;
            } catch (ApiException _) {
                loops.env().sleep(Duration.ofSeconds(1));
            }
        }
    }

    private static Controller.Builder<ConfigMap> childless(Variant variant) {
        return variant.defective()
                ? operator()
                : operator()
                        .watchesStored(
                                ConfigMap.class,
                                stored -> isChild(stored) ? List.of(Family.parentOf(stored)) : List.<ObjectKey>of());
    }

    private static void show(Loops loops, ConfigMap parent) {
        Optional<ConfigMap> child = maps(loops).find(Scene.key(childName(name(parent))));
        if (child.isEmpty()) {
            maps(loops).create(child(parent));
        } else if (!Family.value(child.get()).equals(Family.value(parent))) {
            maps(loops).update(Family.with(child.get(), Family.VALUE, Family.value(parent)));
        }
    }

    private static Exhibit foreignFinalizer() {
        return Exhibit.of(
                        "foreign-finalizer",
                        Exhibit.INVARIANT,
                        "empties the list of finalizers where it should take out its own",
                        Scene.begin()
                                .act(
                                        "create a, which somebody else keeps",
                                        maps -> maps.create(new ConfigMapBuilder(Family.parent("a", "1"))
                                                .editMetadata()
                                                .addToFinalizers(FOREIGN)
                                                .endMetadata()
                                                .build()))
                                .create("witness", "1")
                                .settle()
                                .delete("a")
                                .settle(),
                        (variant, loops) -> operator().reconcile(key -> {
                            Optional<ConfigMap> parent = maps(loops).find(key);
                            if (parent.isEmpty()) {
                                return Outcome.DONE;
                            }
                            if (!deleting(parent.get())) {
                                keep(loops, parent.get());
                            } else if (variant.defective()) {
                                release(loops, parent.get(), FINALIZER, FOREIGN);
                            } else {
                                release(loops, parent.get(), FINALIZER);
                            }
                            return Outcome.DONE;
                        }))
                .keeping("what somebody else keeps stays", maps -> has(maps, "a") || !has(maps, "witness"));
    }

    private static boolean has(List<ConfigMap> maps, String name) {
        return maps.stream().anyMatch(map -> name(map).equals(name));
    }

    private static boolean deleting(ConfigMap map) {
        return map.getMetadata().getDeletionTimestamp() != null;
    }

    private static ConfigMap keep(Loops loops, ConfigMap parent) {
        if (parent.getMetadata().getFinalizers().contains(FINALIZER)) {
            return parent;
        }
        return maps(loops)
                .update(new ConfigMapBuilder(parent)
                        .editMetadata()
                        .addToFinalizers(FINALIZER)
                        .endMetadata()
                        .build());
    }

    private static void release(Loops loops, ConfigMap parent, String... finalizers) {
        if (parent.getMetadata().getFinalizers().contains(FINALIZER)) {
            maps(loops)
                    .update(new ConfigMapBuilder(parent)
                            .editMetadata()
                            .removeFromFinalizers(finalizers)
                            .endMetadata()
                            .build());
        }
    }

    private static void deleteChild(Loops loops, String parent) {
        Family.remove(maps(loops), childName(parent));
    }
}
