package dev.setpoint.gallery;

import static dev.setpoint.gallery.Family.child;
import static dev.setpoint.gallery.Family.childName;
import static dev.setpoint.gallery.Family.ensure;
import static dev.setpoint.gallery.Family.maps;
import static dev.setpoint.gallery.Family.name;
import static dev.setpoint.gallery.Family.operator;
import static dev.setpoint.gallery.Family.owned;
import static dev.setpoint.gallery.Family.value;
import static dev.setpoint.gallery.Family.with;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.Typed;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Optional;

/// Controllers that listen to the wrong thing.
final class Deaf {
    private Deaf() {}

    static List<Exhibit> all() {
        return List.of(addsUpEvents(), order(), unwatched(), filtered(), signature());
    }

    private static Exhibit addsUpEvents() {
        return Exhibit.of(
                "adds-up-events",
                Exhibit.READS_STATE,
                "counts the changes that it hears of, and hears of less when several come as one",
                Scene.begin()
                        .create("a", "1")
                        .pause()
                        .change("a", "2")
                        .pause()
                        .change("a", "3")
                        .settle(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    Optional<ConfigMap> child =
                            context.client(ConfigMap.class).find(Scene.key(childName(name(parent))));
                    if (child.map(Family::value).equals(Optional.of(value(parent)))) {
                        return Outcome.DONE;
                    }
                    int heard = 1
                            + child.map(there -> Integer.parseInt(Family.field(there, "told")))
                                    .orElse(0);
                    context.apply(
                            with(child(parent), "told", variant.defective() ? Integer.toString(heard) : value(parent)));
                    return Outcome.DONE;
                }));
    }

    private static Exhibit order() {
        return Exhibit.of(
                "order",
                Exhibit.CONVERGES,
                "relies on the Secret being known before the parent that names it, because it was created before",
                new Scene(List.of(
                                new Scene.Act(
                                        "create the Secret",
                                        client -> Typed.of(Secret.class)
                                                .over(client)
                                                .create(new SecretBuilder()
                                                        .withNewMetadata()
                                                        .withNamespace(Family.NAMESPACE)
                                                        .withName("a")
                                                        .endMetadata()
                                                        .build())),
                                new Scene.Pause()))
                        .create("a", "1")
                        .settle(),
                (variant, loops) -> {
                    loops.informer(Secret.class);
                    return (variant.defective()
                                    ? operator()
                                    : operator().watches(Secret.class, secret -> List.of(ObjectKey.of(secret))))
                            .reconcile((parent, context) -> {
                                boolean known = context.cached(Secret.class)
                                        .find(context.key())
                                        .isPresent();
                                context.apply(with(child(parent), "secret", known ? "known" : "missing"));
                                return Outcome.DONE;
                            });
                });
    }

    private static Exhibit unwatched() {
        return Exhibit.of(
                "unwatched",
                Exhibit.IDEMPOTENT,
                "does not watch what it owns: a child that somebody deletes is missing until the next restart",
                Scene.begin()
                        .create("a", "1")
                        .settle()
                        .act("delete the child", maps -> Family.remove(maps, childName("a")))
                        .settle(),
                (variant, loops) -> (variant.defective()
                                ? operator()
                                : operator().owns(ConfigMap.class))
                        .reconcile((parent, context) -> {
                            ensure(context.client(ConfigMap.class), owned(child(parent), parent));
                            return Outcome.DONE;
                        }));
    }

    private static Exhibit filtered() {
        return Exhibit.of(
                "filtered",
                Exhibit.IDEMPOTENT,
                "listens to creations alone, and does not see that a parent changed",
                Scene.life(),
                (variant, loops) -> (variant.defective() ? operator().when(change -> change.created()) : operator())
                        .reconcile((parent, context) -> {
                            context.apply(child(parent));
                            return Outcome.DONE;
                        }));
    }

    private static Exhibit signature() {
        return Exhibit.of(
                "signature",
                Exhibit.IDEMPOTENT,
                "writes which of its lives it is into everything, and so everything at each start",
                Scene.life(),
                (variant, loops) -> {
                    String life = Long.toHexString(loops.env().random().nextLong());
                    return operator().reconcile(key -> {
                        Optional<ConfigMap> parent = maps(loops).find(key);
                        parent.ifPresent(found -> {
                            ConfigMap child = owned(child(found), found);
                            maps(loops).apply(variant.defective() ? with(child, "by", life) : child, true);
                        });
                        return Outcome.DONE;
                    });
                });
    }
}
