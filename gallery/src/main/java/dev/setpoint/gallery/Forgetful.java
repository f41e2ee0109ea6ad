package dev.setpoint.gallery;

import static dev.setpoint.gallery.Family.annotated;
import static dev.setpoint.gallery.Family.child;
import static dev.setpoint.gallery.Family.ensure;
import static dev.setpoint.gallery.Family.isChildOf;
import static dev.setpoint.gallery.Family.maps;
import static dev.setpoint.gallery.Family.marked;
import static dev.setpoint.gallery.Family.name;
import static dev.setpoint.gallery.Family.nameless;
import static dev.setpoint.gallery.Family.operator;
import static dev.setpoint.gallery.Family.owned;
import static dev.setpoint.gallery.Family.parent;
import static dev.setpoint.gallery.Family.with;

import dev.setpoint.base.TaskKind;
import dev.setpoint.client.ListOptions;
import dev.setpoint.machinery.api.ApiException;
import dev.setpoint.reconcile.Context;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Controllers that lose something between two steps, or take an old look for a new one.
final class Forgetful {
    private Forgetful() {}

    static List<Exhibit> all() {
        return List.of(
                randomName(),
                markerFirst(),
                ignoredConflict(),
                swallowedError(),
                laxRead(),
                writesBehind(),
                countsTwice(),
                memory(),
                blindOverwrite());
    }

    private static Exhibit randomName() {
        return Exhibit.of(
                "random-name",
                Exhibit.CONVERGES,
                "creates a child under a random name before it records which: after a crash it makes another",
                Scene.life(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    if (!marked(parent, "child")) {
                        ConfigMap child = owned(child(parent), parent);
                        if (variant.defective()) {
                            context.client(ConfigMap.class).create(nameless(child));
                        } else {
                            ensure(context.client(ConfigMap.class), child);
                        }
                        mark(context, parent);
                    }
                    return Outcome.DONE;
                }));
    }

    private static void mark(Context<ConfigMap> context, ConfigMap parent) {
        context.client(ConfigMap.class).update(annotated(parent, "child", "there"));
    }

    private static Exhibit markerFirst() {
        return Exhibit.of(
                "marker-first",
                Exhibit.CONVERGES,
                "says that the work is done before it does it: after a crash nobody does it",
                Scene.life(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    if (marked(parent, "child")) {
                        return Outcome.DONE;
                    }
                    if (variant.defective()) {
                        mark(context, parent);
                    }
                    ensure(context.client(ConfigMap.class), owned(child(parent), parent));
                    if (!variant.defective()) {
                        mark(context, parent);
                    }
                    return Outcome.DONE;
                }));
    }

    private static Exhibit ignoredConflict() {
        return Exhibit.of(
                "ignored-conflict",
                Exhibit.CONVERGES,
                "takes a conflict for somebody else's success and does not come back",
                Scene.life(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    try {
                        if (!marked(parent, "child")) {
                            mark(context, parent);
                        }
                    } catch (ApiException e) {
                        if (!variant.defective() || !e.error().conflict()) {
                            throw e;
                        }
                    }
                    return Outcome.DONE;
                }));
    }

    private static Exhibit swallowedError() {
        return Exhibit.of(
                "swallowed-error",
                Exhibit.CONVERGES,
                "catches what goes wrong and calls it done",
                Scene.life(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    try {
                        context.apply(child(parent));
                    } catch (ApiException e) {
                        if (!variant.defective()) {
                            throw e;
                        }
                    }
                    return Outcome.DONE;
                }));
    }

    private static Exhibit laxRead() {
        return Exhibit.of(
                "lax-read",
                Exhibit.CONVERGES,
                "takes whatever a replica has at hand for the present, and creates what is there already",
                Scene.life(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    ListOptions options = new ListOptions("", "", 0, "", variant.defective() ? "0" : "");
                    boolean there = context.client(ConfigMap.class).list(Family.NAMESPACE, options).stream()
                            .anyMatch(map -> name(parent)
                                    .equals(map.getMetadata().getLabels().get("of")));
                    if (!there) {
                        context.client(ConfigMap.class).create(nameless(owned(child(parent), parent)));
                    }
                    return Outcome.DONE;
                }));
    }

    private static Exhibit writesBehind() {
        return Exhibit.of(
                "writes-behind",
                Exhibit.CONVERGES,
                "writes in a task of its own, so that nobody waits until the cache shows it",
                Scene.begin()
                        .create("a", "1")
                        .pause()
                        .change("a", "2")
                        .pause()
                        .change("a", "3")
                        .settle(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    boolean there = !context.cached(ConfigMap.class)
                            .select(Family.NAMESPACE, stored -> isChildOf(stored, name(parent)))
                            .isEmpty();
                    if (there) {
                        return Outcome.DONE;
                    }
                    ConfigMap child = nameless(owned(with(child(parent), Family.VALUE, "any"), parent));
                    Runnable write = () -> maps(loops).create(child);
                    if (variant.defective()) {
                        loops.env().start("write", TaskKind.LIGHT, () -> quietly(write));
                    } else {
                        write.run();
                    }
                    return Outcome.DONE;
                }));
    }

    private static void quietly(Runnable write) {
        try {
            write.run();
        } catch (ApiException e) {
            // The defect is not that it fails.
        }
    }

    private static Exhibit countsTwice() {
        return Exhibit.of(
                "counts-twice",
                Exhibit.CONVERGES,
                "adds one to a number and then notes that it did: after a crash in between it adds again",
                Scene.begin().create("a", "1").create("b", "1").create("c", "1").settle(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    if (marked(parent, "counted")) {
                        return Outcome.DONE;
                    }
                    ensure(context.client(ConfigMap.class), total("0"));
                    ConfigMap total = context.client(ConfigMap.class).get(Scene.key("total"));
                    int counted = Integer.parseInt(Family.value(total));
                    int present = context.client(ConfigMap.class)
                            .list(Family.NAMESPACE, ListOptions.labels("role=parent"))
                            .size();
                    int next = variant.defective() ? counted + 1 : present;
                    context.client(ConfigMap.class).update(with(total, Family.VALUE, Integer.toString(next)));
                    context.client(ConfigMap.class).update(annotated(parent, "counted", "true"));
                    return Outcome.DONE;
                }));
    }

    private static ConfigMap total(String value) {
        ConfigMap total = Family.parent("total", value);
        total.getMetadata().setLabels(null);
        return total;
    }

    private static Exhibit memory() {
        return Exhibit.of(
                        "memory",
                        Exhibit.INVARIANT,
                        "keeps the next free number in memory: after a restart it begins anew",
                        // Nameless, for it does not matter which of them has which number.
                        Scene.begin()
                                .act("create one", maps -> maps.create(nameless(parent("p", "1"))))
                                .settle()
                                .act("create another", maps -> maps.create(nameless(parent("p", "1"))))
                                .settle()
                                .act("create a third", maps -> maps.create(nameless(parent("p", "1"))))
                                .settle(),
                        (variant, loops) -> {
                            AtomicInteger next = new AtomicInteger();
                            return operator().reconcile((parent, context) -> {
                                if (!marked(parent, "number")) {
                                    int number = variant.defective()
                                            ? next.incrementAndGet()
                                            : 1
                                                    + highest(context.client(ConfigMap.class)
                                                            .list(Family.NAMESPACE, ListOptions.ALL));
                                    context.client(ConfigMap.class)
                                            .update(annotated(parent, "number", Integer.toString(number)));
                                }
                                return Outcome.DONE;
                            });
                        })
                .keeping("no number is given twice", maps -> {
                    List<String> numbers = maps.stream()
                            .filter(map -> marked(map, "number"))
                            .map(map -> map.getMetadata().getAnnotations().get("number"))
                            .toList();
                    return numbers.stream().distinct().count() == numbers.size();
                });
    }

    private static int highest(List<ConfigMap> maps) {
        return maps.stream()
                .filter(map -> marked(map, "number"))
                .mapToInt(map ->
                        Integer.parseInt(map.getMetadata().getAnnotations().get("number")))
                .max()
                .orElse(0);
    }

    private static Exhibit blindOverwrite() {
        return Exhibit.of(
                "blind-overwrite",
                Exhibit.CONVERGES,
                "replaces an object without saying which version of it: what others wrote meanwhile is lost",
                Scene.begin()
                        .create("a", "1")
                        .pause()
                        .change("a", "2")
                        .pause()
                        .change("a", "3")
                        .settle(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    if (!marked(parent, "seen")) {
                        ConfigMap seen = annotated(parent, "seen", "true");
                        if (variant.defective()) {
                            seen.getMetadata().setResourceVersion(null);
                        }
                        context.client(ConfigMap.class).update(seen);
                    }
                    return Outcome.DONE;
                }));
    }
}
