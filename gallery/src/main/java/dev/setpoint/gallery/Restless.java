package dev.setpoint.gallery;

import static dev.setpoint.gallery.Family.annotated;
import static dev.setpoint.gallery.Family.child;
import static dev.setpoint.gallery.Family.marked;
import static dev.setpoint.gallery.Family.operator;
import static dev.setpoint.gallery.Family.value;
import static dev.setpoint.gallery.Family.with;

import dev.setpoint.client.ObjectKey;
import dev.setpoint.gallery.Exhibit.Actor;
import dev.setpoint.reconcile.Controller;
import dev.setpoint.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Controllers that do not come to rest.
final class Restless {
    private static final String COLOR = "color";

    private Restless() {}

    static List<Exhibit> all() {
        return List.of(rivals(), toggle(), shuffled(), timestamps(), impatient());
    }

    private static Exhibit rivals() {
        return new Exhibit(
                "rivals",
                "two controllers write one field, each what it thinks right",
                Exhibit.STEADY,
                Scene.begin().create("a", "1").settle(),
                variant -> List.of(
                        new Actor("operator", _ -> List.of(paints("operator", "red", Variant.DEFECTIVE))),
                        new Actor("rival", _ -> List.of(paints("rival", "blue", variant)))),
                Optional.empty());
    }

    private static Controller<ObjectKey> paints(String who, String color, Variant variant) {
        return operator().named(who).reconcile((parent, context) -> {
            String field = variant.defective() ? COLOR : COLOR + "-of-" + who;
            if (!Family.field(parent, field).equals(color)) {
                context.client(ConfigMap.class).update(with(parent, field, color));
            }
            return Outcome.DONE;
        });
    }

    private static Exhibit toggle() {
        return Exhibit.of(
                "toggle",
                Exhibit.STEADY,
                "takes its own mark for a sign that there is something to undo",
                Scene.begin().create("a", "1").settle(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    if (!marked(parent, "seen")) {
                        context.client(ConfigMap.class).update(annotated(parent, "seen", "true"));
                    } else if (variant.defective()) {
                        context.client(ConfigMap.class)
                                .update(new ConfigMapBuilder(parent)
                                        .editMetadata()
                                        .removeFromAnnotations("seen")
                                        .endMetadata()
                                        .build());
                    }
                    return Outcome.DONE;
                }));
    }

    private static Exhibit shuffled() {
        return Exhibit.of(
                "shuffled",
                Exhibit.IDEMPOTENT,
                "writes a set in whatever order it comes, and takes another order for a change",
                Scene.begin().create("a", "x,y").settle(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    List<String> members = new ArrayList<>(List.of(value(parent).split(",", -1)));
                    if (variant.defective()) {
                        Collections.shuffle(members, Random.from(loops.env().random()));
                    }
                    String text = String.join(" ", members);
                    if (!Family.field(parent, "members").equals(text)) {
                        context.client(ConfigMap.class).update(with(parent, "members", text));
                    }
                    return Outcome.DONE;
                }));
    }

    private static Exhibit timestamps() {
        return Exhibit.of(
                "timestamps",
                Exhibit.RESTS,
                "tells in the object when it last looked, which makes it look again",
                Scene.begin().create("a", "1").settle(),
                (variant, loops) -> operator().reconcile((parent, context) -> {
                    String looked = variant.defective()
                            ? Long.toString(loops.env().random().nextLong(1, Long.MAX_VALUE))
                            : value(parent);
                    if (!Family.field(parent, "looked").equals(looked)) {
                        context.client(ConfigMap.class).update(with(parent, "looked", looked));
                    }
                    return Outcome.DONE;
                }));
    }

    private static Exhibit impatient() {
        return Exhibit.of(
                "impatient",
                Exhibit.RESTS,
                "asks to be called again at once although nothing is left to do",
                Scene.life(),
                (variant, loops) -> operator().owns(ConfigMap.class).reconcile((parent, context) -> {
                    context.apply(child(parent));
                    return variant.defective() ? Outcome.checkAgain(Duration.ofMillis(20)) : Outcome.DONE;
                }));
    }
}
