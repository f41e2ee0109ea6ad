package dev.setpoint.simulation.chaos;

import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.time.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a policy asks of whoever runs it.
///
/// @param disturbance what is deleted now and then, if anything is
/// @param quiet nobody has written for so long when all is done
/// @param patience how long that may take when nothing goes wrong any more
record Order(
        String name,
        Duration length,
        List<Selection> observed,
        Optional<Disturbance> disturbance,
        Duration quiet,
        Duration patience) {
    /// @param every so often one of the objects is deleted
    record Disturbance(Duration every, List<Selection> victims) {}

    /// @throws IllegalArgumentException when it is no policy that can be run
    static Order of(JsonObject policy) {
        JsonObject spec = policy.child("spec");
        String name = policy.child("metadata").textOr("name", "");
        if (!policy.textOr("kind", "").equals("ChaosPolicy") || name.isEmpty()) {
            throw new IllegalArgumentException("not a ChaosPolicy with a name");
        }
        JsonObject disturb = spec.object("disturb");
        return new Order(
                name,
                duration(spec, "duration", "1m"),
                selections(spec.array("observe")),
                disturb == null
                        ? Optional.empty()
                        : Optional.of(
                                new Disturbance(duration(disturb, "every", "5s"), selections(disturb.array("delete")))),
                duration(spec, "quiet", "10s"),
                duration(spec, "patience", "2m"));
    }

    private static Duration duration(JsonObject json, String field, String fallback) {
        String text = json.textOr(field, fallback);
        return GoDuration.parse(text)
                .orElseThrow(() -> new IllegalArgumentException(field + ": " + text + " (expected: 10s, 1m30s)"));
    }

    private static List<Selection> selections(@Nullable JsonArray array) {
        List<Selection> selections = new ArrayList<>();
        if (array != null) {
            array.objects().forEach(each -> selections.add(Selection.of(each)));
        }
        return selections;
    }
}
