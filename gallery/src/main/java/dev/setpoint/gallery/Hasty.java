package dev.setpoint.gallery;

import static dev.setpoint.gallery.Family.annotated;
import static dev.setpoint.gallery.Family.child;
import static dev.setpoint.gallery.Family.childName;
import static dev.setpoint.gallery.Family.ensure;
import static dev.setpoint.gallery.Family.field;
import static dev.setpoint.gallery.Family.marked;
import static dev.setpoint.gallery.Family.name;
import static dev.setpoint.gallery.Family.operator;
import static dev.setpoint.gallery.Family.owned;
import static dev.setpoint.gallery.Family.value;
import static dev.setpoint.gallery.Family.with;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.client.TypedClient;
import dev.setpoint.gallery.Exhibit.Actor;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.Optional;

/// Controllers that do right things at a wrong moment.
final class Hasty {
    private static final String ACTIVE = "active";

    private Hasty() {}

    static List<Exhibit> all() {
        return List.of(lease(), handover(), readyTooSoon());
    }

    /// The parent `leader` says in its value who leads; whoever leads is the primary.
    private static Exhibit lease() {
        return new Exhibit(
                        "lease-as-lock",
                        "takes a lease for a lock: between the look at it and the write another may have become leader",
                        Exhibit.INVARIANT,
                        Scene.begin()
                                .create("leader", "a")
                                .settle()
                                .change("leader", "b")
                                .settle(),
                        variant -> List.of(
                                new Actor("a", _ -> List.of(primary("a", variant))),
                                new Actor("b", _ -> List.of(primary("b", variant)))),
                        Optional.empty())
                .keeping("never more than one primary", Hasty::oneActive);
    }

    private static Controller<ObjectKey> primary(String me, Variant variant) {
        return operator().named(me).reconcile((leader, context) -> {
            TypedClient<ConfigMap> maps = context.client(ConfigMap.class);
            String place = variant.defective() ? "primary-" + me : "primary";
            ensure(maps, plain(place));
            ConfigMap primary = maps.get(Scene.key(place));
            boolean leads = value(maps.get(context.key())).equals(me);
            if (variant.defective()) {
                if (!field(primary, ACTIVE).equals(Boolean.toString(leads))) {
                    maps.update(with(primary, ACTIVE, Boolean.toString(leads)));
                }
            } else if (leads && !value(primary).equals(me)) {
                maps.update(with(with(primary, Family.VALUE, me), ACTIVE, "true"));
            }
            return Outcome.DONE;
        });
    }

    private static ConfigMap plain(String name) {
        ConfigMap map = Family.parent(name, "nobody");
        map.getMetadata().setLabels(null);
        return map;
    }

    private static boolean oneActive(List<ConfigMap> maps) {
        return maps.stream().filter(map -> field(map, ACTIVE).equals("true")).count() <= 1;
    }

    private static Exhibit handover() {
        return Exhibit.of(
                        "handover",
                        Exhibit.INVARIANT,
                        "makes the new one active before the old one has ceased to be",
                        Scene.begin()
                                .create("a", "blue")
                                .settle()
                                .change("a", "green")
                                .settle(),
                        (variant, loops) -> operator().reconcile((parent, context) -> {
                            String next = value(parent);
                            String last = next.equals("blue") ? "green" : "blue";
                            TypedClient<ConfigMap> maps = context.client(ConfigMap.class);
                            if (variant.defective()) {
                                activate(maps, next, "true");
                                activate(maps, last, "false");
                            } else {
                                activate(maps, last, "false");
                                activate(maps, next, "true");
                            }
                            return Outcome.DONE;
                        }))
                .keeping("never two active at once", Hasty::oneActive);
    }

    private static void activate(TypedClient<ConfigMap> maps, String name, String active) {
        ensure(maps, plain(name));
        ConfigMap map = maps.get(Scene.key(name));
        if (!field(map, ACTIVE).equals(active)) {
            maps.update(with(map, ACTIVE, active));
        }
    }

    private static Exhibit readyTooSoon() {
        return Exhibit.of(
                        "ready-too-soon",
                        Exhibit.INVARIANT,
                        "says that the parent is ready before its child is there",
                        Scene.life(),
                        (variant, loops) -> operator().reconcile((parent, context) -> {
                            TypedClient<ConfigMap> maps = context.client(ConfigMap.class);
                            ConfigMap ready = annotated(parent, "ready", "true");
                            if (variant.defective() && !marked(parent, "ready")) {
                                maps.update(ready);
                            }
                            ensure(maps, owned(child(parent), parent));
                            if (!variant.defective() && !marked(parent, "ready")) {
                                maps.update(ready);
                            }
                            return Outcome.DONE;
                        }))
                .keeping(
                        "who is ready has a child",
                        maps -> maps.stream()
                                .filter(map -> marked(map, "ready"))
                                .allMatch(map -> maps.stream()
                                        .anyMatch(other -> name(other).equals(childName(name(map))))));
    }
}
